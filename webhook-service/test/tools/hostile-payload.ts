import { messageLimits } from '@gatehouse/proto/executions/message-limits'
import { type Embed, embedLength } from '@gatehouse/webhook-service/formats/embed'
import { isPayload, type Payload } from '@gatehouse/webhook-service/formats/payload'
import type { Rendering } from '@gatehouse/webhook-service/formats/rendering'
import { codePointLength } from '@gatehouse/webhook-service/formats/text/truncate'
import { expect } from 'chai'
import fc from 'fast-check'
import { hasMention } from './harmless-markdown.ts'

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

const surrogates = { first: 0xd800, count: 0x800 }

/**
 * Each character of Unicode, as with the unit `binary` of fast-check, which takes a second to build a table of them.
 */
export const anyCharacter = fc.nat(0x10ffff - surrogates.count).map(
  (index) => String.fromCodePoint(index < surrogates.first ? index : index + surrogates.count),
  (text) => {
    const [character, ...others] = String(text)
    const codePoint = character?.codePointAt(0)
    if (codePoint === undefined || others.length > 0) throw new Error('not one character')
    return codePoint < surrogates.first ? codePoint : codePoint - surrogates.count
  },
)

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
  // One assertion for all texts: chai would take longer than the renderer.
  const texts = [...markdown, ...(embed.author ? [embed.author.name] : [])]
  expect(
    texts.filter((text) => text === '' || /[\u202e\u2066\u061c]/.test(text) || hasMention(text)),
  ).to.deep.equal([])
  // URLs and code form no link. Descriptions can contain the links of a body.
  const linking = [embed.title ?? '', ...fields].filter((text) =>
    /(?<!\\)\[x\]/.test(text.replace(/`[^`]*`/g, '')),
  )
  expect(linking).to.deep.equal([])
  expect(codePointLength(embed.title ?? '')).to.be.within(1, messageLimits.title)
  expect(codePointLength(embed.description ?? '')).to.be.at.most(messageLimits.description)
  expect(embed.fields ?? []).to.have.length.at.most(5)
  expect(embedLength(embed)).to.be.at.most(messageLimits.embedSum)
  const urls = [embed.url, embed.author?.url, embed.author?.icon_url]
  expect(urls.filter((url) => !/^https?:\/\//i.test(url ?? 'https://'))).to.deep.equal([])
}
