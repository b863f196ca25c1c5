import fc from 'fast-check'
import {
  asRead,
  assertSafeMarkdown,
  declaredLink,
  hostileMarkdownText,
} from '../../../test/tools/harmless-markdown.ts'
import { composeMessage } from '../../messages/message.ts'
import { linkTarget } from '../text/web-url.ts'
import { decodeEntities } from './markup/entities.ts'
import { removePlaceholderCharacters } from './markup/placeholders.ts'
import { renderChatCompat } from './render-chat-compat.ts'

/** Payloads with the text in different parts. */
const places: Record<string, (words: string) => Record<string, unknown>> = {
  text: (words) => ({ text: words }),
  'text without formatting': (words) => ({ text: words, mrkdwn: false }),
  section: (words) => ({
    blocks: [
      { type: 'section', text: { type: 'mrkdwn', text: words }, fields: [{ type: 'mrkdwn', text: words }] },
    ],
  }),
  'plain text': (words) => ({ blocks: [{ type: 'section', text: { type: 'plain_text', text: words } }] }),
  context: (words) => ({
    blocks: [
      {
        type: 'context',
        elements: [
          { type: 'mrkdwn', text: words },
          { type: 'mrkdwn', text: words },
        ],
      },
      { type: 'header', text: { type: 'plain_text', text: words } },
    ],
  }),
  'rich text': (words) => ({
    blocks: [
      {
        type: 'rich_text',
        elements: ['rich_text_section', 'rich_text_quote', 'rich_text_preformatted'].map((type) => ({
          type,
          elements: words.split(' ').map((word, index) => ({
            type: 'text',
            text: word,
            style: { code: index % 3 === 1, bold: index % 3 === 2 },
          })),
        })),
      },
    ],
  }),
  'unknown blocks': (words) => ({
    blocks: [
      { type: 'card', title: { type: 'mrkdwn', text: words }, subtitle: words },
      { type: 'carousel', elements: [{ type: 'card', body: { type: 'plain_text', text: words } }] },
    ],
  }),
  attachment: (words) => ({
    attachments: [
      {
        pretext: words,
        title: words,
        text: words,
        fields: [{ title: words, value: words }],
        blocks: [{ type: 'section', text: { type: 'mrkdwn', text: words } }],
        actions: [{ type: 'button', text: words, url: declaredLink }],
      },
      { pretext: words, text: words, mrkdwn_in: [] },
      { fallback: words },
    ],
  }),
  alerts: (words) => ({
    groupKey: '{}',
    alerts: [
      {
        labels: { alertname: words, [words]: words },
        annotations: { summary: words, description: words, runbook_url: declaredLink },
        values: { B: words },
      },
    ],
  }),
}

/** Every text of the message that consumers parse as markdown. */
function markdownOf(payload: Record<string, unknown>): string[] {
  const rendering = renderChatCompat(payload)
  if (rendering.kind !== 'rendered') return []
  const webhook = { id: '1', channelId: '2', guildId: '3', name: 'x', avatar: null }
  const source = { format: 'chat-compat', event: null, action: null, senderDeliveryId: null } as const
  const { content, embeds } = composeMessage({ id: '4', now: 0, webhook, draft: rendering.draft, source })
  const embedTexts = embeds.flatMap(({ title = '', description = '', fields = [] }) => [
    title,
    description,
    ...fields.flatMap(({ name, value }) => [name, value]),
  ])
  return [content, ...embedTexts]
}

/** Accepts the URLs that the text declares as links in the sender's markup. */
function linksOf(words: string): (url: string) => boolean {
  const found = [...removePlaceholderCharacters(words).matchAll(/<(https?:[^<>|\n]*)/g)]
  const urls = found.map(([, url = '']) => asRead(linkTarget(decodeEntities(url)) ?? ''))
  return (url) => url === declaredLink || urls.includes(url)
}

function check(payload: Record<string, unknown>, formed: Parameters<typeof assertSafeMarkdown>[1]): void {
  try {
    for (const markdown of markdownOf(payload)) assertSafeMarkdown(markdown, formed)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'NO_TEXT')) throw error
  }
}

describe('untrusted text in chat payloads', () => {
  for (const [place, payloadOf] of Object.entries(places))
    it(`forms only markdown of the converter: ${place}`, () => {
      fc.assert(
        fc.property(hostileMarkdownText, (words) => check(payloadOf(words), { isOurs: linksOf(words) })),
        { numRuns: 200 },
      )
    })

  it('forms no tags, images or unsafe links in a markdown block', () => {
    const formed = {
      isOurs: (url: string) => /^https?:/.test(url),
      never: ['image', 'html_inline', 'html_block'],
    }
    fc.assert(
      fc.property(hostileMarkdownText, (text) => check({ blocks: [{ type: 'markdown', text }] }, formed)),
      { numRuns: 200 },
    )
  })
})
