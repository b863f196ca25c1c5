import { readFileSync } from 'node:fs'
import { messageLimits } from '@gatehouse/proto/executions/message-limits'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { leastProcessorMs } from '@gatehouse/service-kit/testing/processor-ms'
import { expect } from 'chai'
import fc from 'fast-check'
import { senderPayloads } from '../../../test/fixtures/chat-compat/sender-payloads.ts'
import { assertNoMention } from '../../../test/tools/harmless-markdown.ts'
import { composeMessage } from '../../messages/message.ts'
import { embedLength, isEmbedVisible } from '../embed.ts'
import type { Payload } from '../payload.ts'
import type { Draft } from '../rendering.ts'
import { codePointLength } from '../text/truncate.ts'
import { renderChatCompat } from './render-chat-compat.ts'

const file = new URL('../../../test/fixtures/chat-compat/blocks.json', import.meta.url)
const blockRows: { payload: Payload }[] = JSON.parse(readFileSync(file, 'utf8'))
const originals = [...senderPayloads, ...blockRows].map(({ payload }) => payload)

const pieces = [
  ...[
    '@',
    '@everyone',
    '@here',
    '<@U1>',
    '<!here>',
    '<!channel|x>',
    '<#C1|x>',
    '<!subteam^S1|@x>',
    '&lt;!here&gt;',
  ],
  ...[
    '<!date^1^{date}^https://a.test/@b|@c>',
    '<https://a.test/@b|[c](d)>',
    '<mailto:a@b.test>',
    '</name:1>',
    '<id:x>',
  ],
  ...[
    '<',
    '>',
    '!',
    '#',
    '|',
    '||',
    '*',
    '_',
    '~',
    '`',
    '```',
    '[',
    ']',
    '(',
    ')',
    '](',
    '\\',
    '&amp;',
    '&lt;',
    '\n',
    ' ',
  ],
  ...[
    '\u202e',
    '\u200d',
    '\u200b',
    '\ud800',
    '\ue000',
    '0',
    '\ue001',
    '😀',
    '👨‍👩‍👧',
    '\uff20here',
    ':x:',
    'javascript:',
    'word',
  ],
]
const hostileText = fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((parts) => parts.join(''))
const longText = fc
  .tuple(hostileText, fc.integer({ min: 1, max: 3000 }))
  .map(([text, times]) => text.repeat(times).slice(0, 50_000))
const oddValue = fc.oneof(
  hostileText,
  hostileText,
  longText,
  hostileText.map((text) => `https://gatehouse.test/${text}`),
  fc.constantFrom(null, true, false, 0, 1, -1, 1e300, '', [], {}, [null], [[]], { toString: 1, valueOf: 1 }),
  hostileText.map((text) => ({ type: 'mrkdwn', text })),
  fc
    .tuple(hostileText, fc.integer({ min: 0, max: 30 }))
    .map(([text, count]) => Array(count).fill({ text, title: text, value: text })),
)

type Place = { parent: Record<string, unknown> | unknown[]; key: string }

function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return []
  const parent = value as Place['parent']
  return Object.entries(value).flatMap(([key, inner]) => [{ parent, key }, ...placesIn(inner)])
}

function mutated(payload: Payload, changes: [number, unknown][]): Payload {
  const copy = structuredClone(payload)
  for (const [index, value] of changes) {
    const places = placesIn(copy)
    const place = places[index % Math.max(1, places.length)]
    if (place) (place.parent as Record<string, unknown>)[place.key] = structuredClone(value)
  }
  return copy
}

const changes = fc.array(fc.tuple(fc.nat(500), oddValue), { minLength: 1, maxLength: 6 })
const payloads = fc
  .tuple(fc.constantFrom(...originals), changes)
  .map(([payload, list]) => mutated(payload, list))

/** Undefined if the payload is rejected with one of the two documented codes. */
function draftOf(payload: Payload): Draft | undefined {
  try {
    const rendering = renderChatCompat(payload)
    return rendering.kind === 'rendered' ? rendering.draft : undefined
  } catch (error) {
    if (error instanceof ServiceError && ['NO_TEXT', 'TOO_MANY_ATTACHMENTS'].includes(error.code))
      return undefined
    throw error
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

function assertSendable(draft: Draft): void {
  const webhook = { id: '1', channelId: '2', guildId: '3', name: 'x', avatar: null }
  const source = { format: 'chat-compat', event: null, action: null, senderDeliveryId: null } as const
  const { content, embeds, author } = composeMessage({ id: '4', now: 0, webhook, draft, source })
  const fits = (text: string | undefined, limit: number, least = 1) =>
    text === undefined || (codePointLength(text) >= least && codePointLength(text) <= limit)
  expect(
    fits(content, messageLimits.content, 0) && fits(author.username, messageLimits.username),
    'content',
  ).to.equal(true)
  expect(content !== '' || embeds.length > 0, 'something to show').to.equal(true)
  expect(embeds.length).to.be.at.most(messageLimits.embeds)
  expect(embeds.reduce((sum, embed) => sum + embedLength(embed), 0)).to.be.at.most(messageLimits.embedSum)
  expect(Buffer.byteLength(JSON.stringify({ content, embeds, author }))).to.be.at.most(64 * 1024)
  for (const embed of embeds) {
    expect(isEmbedVisible(embed)).to.equal(true)
    const { title, description, fields = [] } = embed
    expect(
      fits(title, messageLimits.title) && fits(description, messageLimits.description),
      'texts',
    ).to.equal(true)
    expect(
      fits(embed.author?.name, messageLimits.author) && fits(embed.footer?.text, messageLimits.footer),
      'lines',
    ).to.equal(true)
    expect(fields.length).to.be.at.most(messageLimits.fields)
    for (const { name, value } of fields)
      expect(fits(name, messageLimits.fieldName) && fits(value, messageLimits.fieldValue), 'field').to.equal(
        true,
      )
    const urls = [
      embed.url,
      embed.image?.url,
      embed.thumbnail?.url,
      embed.author?.url,
      embed.author?.icon_url,
    ]
    for (const url of urls)
      if (url !== undefined)
        expect(url)
          .to.match(/^https?:\/\//i)
          .and.satisfy((text: string) => text.length <= 2048)
  }
  for (const text of textsIn([content, embeds, author])) {
    expect(text.isWellFormed()).to.equal(true)
    expect(text).not.to.match(/[\u202a-\u202e\u2066-\u2069]/)
    assertNoMention(text)
  }
}

describe('renderChatCompat with mutated payloads', () => {
  it('renders messages within limits and without mentions, or rejects the payload', () => {
    const assertion = (payload: Payload) => {
      const draft = draftOf(payload)
      if (draft) assertSendable(draft)
    }
    fc.assert(fc.property(payloads, assertion), { numRuns: 400 })
  })

  it('takes bounded time for hostile payloads', () => {
    const attachment = {
      text: '<'.repeat(600),
      title: '*'.repeat(600),
      footer: '@'.repeat(600),
      fields: Array(30).fill({ value: '_ '.repeat(10) }),
    }
    const payload = { text: '`'.repeat(40_000), attachments: Array(100).fill(attachment) }
    expect(leastProcessorMs(500, () => renderChatCompat(payload))).to.be.below(500)
  })
})
