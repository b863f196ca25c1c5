import { type Embed, embedLength, messageLimits } from '@gatehouse/webhook-service/formats/embed'
import { isPayload, type Payload } from '@gatehouse/webhook-service/formats/payload'
import type { Rendering } from '@gatehouse/webhook-service/formats/rendering'
import { codePointLength } from '@gatehouse/webhook-service/formats/text/truncate'
import { expect } from 'chai'
import { assertNoMention } from './harmless-markdown.ts'

export const hostileTexts = [
  '@everyone <@1> [x](https://evil.test) <!here> <#1> </name:1>',
  '\u202e\u2066right to left\u200b\u200d\ufeff@here\u061c\uff20here',
  '*_`~|[]()<>\\'.repeat(5000),
  '😀'.repeat(100_000),
  `a${'\u0301'.repeat(20_000)}`,
  '\ud800](https://evil.test)',
  '\n> quote\n# head\n```',
  'https://a.test/@b)[x](https://evil.test)',
  'javascript:alert(1)',
  'https://user:word@evil.test',
  ' \u200b ',
]

export type Path = string[]

/** A copy with the value at one path replaced; absent parents stay absent. */
export function replacePart(payload: Payload, [key, ...rest]: Path, value: unknown): Payload {
  if (key === undefined) return payload
  if (rest.length === 0) return { ...payload, [key]: value }
  const inner = payload[key]
  if (Array.isArray(inner))
    return { ...payload, [key]: Object.values(replacePart({ ...inner }, rest, value)) }
  return isPayload(inner) ? { ...payload, [key]: replacePart(inner, rest, value) } : payload
}

/** Asserts that names are safe in a header, and embeds within limits and without mentions. */
export function assertSafeRendering(rendering: Rendering): void {
  if (rendering.kind === 'unrenderable') expect(rendering.path).to.match(/^[a-z_0-9.]+$/)
  if (rendering.kind === 'ignored') expect(rendering.ignoredEvent).to.match(/^[\w-]+(\.[\w-]+)?$/)
  if (rendering.kind === 'rendered') for (const embed of rendering.draft.embeds) assertSafeEmbed(embed)
}

function assertSafeEmbed(embed: Embed): void {
  const fields = (embed.fields ?? []).flatMap(({ name, value }) => [name, value])
  const markdown = [embed.title, embed.description, ...fields].filter((text) => text !== undefined)
  for (const text of [...markdown, ...(embed.author ? [embed.author.name] : [])]) {
    expect(text).to.not.equal('')
    assertNoMention(text)
    expect(text).not.to.match(/[\u202e\u2066\u061c]/)
  }
  // URLs and code form no link. Descriptions can contain the links of a body.
  for (const text of [embed.title ?? '', ...fields])
    expect(text.replace(/`[^`]*`/g, '')).not.to.match(/(?<!\\)\[x\]/)
  expect(codePointLength(embed.title ?? '')).to.be.within(1, messageLimits.title)
  expect(codePointLength(embed.description ?? '')).to.be.at.most(messageLimits.description)
  expect(embed.fields ?? []).to.have.length.at.most(5)
  expect(embedLength(embed)).to.be.at.most(messageLimits.embedSum)
  for (const url of [embed.url, embed.author?.url, embed.author?.icon_url])
    expect(url ?? 'https://').to.match(/^https?:\/\//i)
}
