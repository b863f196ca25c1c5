import { expect } from 'chai'
import fc from 'fast-check'
import markdownIt from 'markdown-it'
import { escapeMarkdown, foreignText } from '../messages/markdown.ts'
import { composeMessage } from '../messages/message.ts'
import { linkTarget } from '../messages/web-url.ts'
import { decodeEntities } from './entities.ts'
import { placeholders } from './held-pieces.ts'
import { translateChatCompat } from './translate.ts'

const reader = markdownIt({ html: true })
// What a consumer would refuse to follow is a link all the same.
reader.validateLink = () => true

type Token = ReturnType<typeof reader.parse>[number]

function tokensOf(markdown: string): Token[] {
  return reader.parse(markdown, {}).flatMap((token) => [token, ...(token.children ?? [])])
}

const declared = 'https://gatehouse.test/declared'
const evil = ['[x](javascript:alert(1))', '[x](https://evil.test)', '![x](https://evil.test/a.png)']
const pieces = [
  ...evil,
  ...[
    '`',
    '``',
    '```',
    '~~~',
    '\\',
    '\n',
    '\n',
    ' ',
    '    ',
    '|',
    '||',
    '-',
    '=',
    ':',
    '!',
    '#',
    '# ',
    '-# ',
  ],
  ...[
    '> ',
    '- ',
    '1. ',
    '1',
    '. ',
    '<',
    '>',
    '[',
    ']',
    '(',
    ')',
    '](',
    ']:',
    '[x]',
    '[x]: https://evil.test\n',
  ],
  ...[
    '*',
    '_',
    '~',
    '&lt;',
    '&gt;',
    '&amp;',
    '@everyone',
    'word',
    '<b>',
    '&lt;b&gt;',
    '<!-- x',
    '\n---\n',
    '\n===\n',
  ],
  ...[
    `<${declared}>`,
    `<${declared}|label>`,
    `<${declared}|]>`,
    '<!x|(https://evil.test)>',
    '<!x|`>',
    '<!>',
    '<#C1|# x>',
  ],
  ...['<@U1>', '<!here|# x>', '<!date^1^{date}|`>', ':skin-tone-2:', '|-|-|\n', '\n-|-\n', '\n:-:\n', 'a|b'],
  ...[
    'https://evil.test/',
    '<https://evil.test>',
    '<javascript:alert(1)|x>',
    '\u200b',
    '\ue000',
    '0',
    '\ue001',
  ],
]
const hostileText = fc.array(fc.constantFrom(...pieces), { maxLength: 24 }).map((parts) => parts.join(''))
const text = fc
  .tuple(hostileText, fc.integer({ min: 1, max: 120 }), hostileText)
  .map(([repeated, times, last]) => repeated.repeat(times) + last)
const markdownWithLinks = text.map((words) => words.replaceAll('https://evil.test', declared))

/** Places in which a sender's text stands, each with what it may form. */
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
  attachment: (words) => ({
    attachments: [
      {
        pretext: words,
        title: words,
        text: words,
        fields: [{ title: words, value: words }],
        blocks: [{ type: 'section', text: { type: 'mrkdwn', text: words } }],
        actions: [{ type: 'button', text: words, url: declared }],
      },
      { pretext: words, text: words, mrkdwn_in: [] },
      { fallback: words },
    ],
  }),
}

/** Every text of the message that a consumer reads as markdown. */
function markdownOf(payload: Record<string, unknown>): string[] {
  const translation = translateChatCompat(payload)
  if (translation.kind !== 'rendered') return []
  const webhook = { id: '1', channelId: '2', guildId: '3', name: 'x', avatar: null }
  const source = { format: 'chat-compat', event: null, action: null, senderDeliveryId: null } as const
  const { content, embeds } = composeMessage({ id: '4', now: 0, webhook, draft: translation.draft, source })
  const cards = embeds.flatMap(({ title = '', description = '', fields = [] }) => [
    title,
    description,
    ...fields.flatMap(({ name, value }) => [name, value]),
  ])
  return [content, ...cards]
}

type IsOurs = (url: string) => boolean

/** What the sender's markup makes a link, as it can stand in ours. */
function linksOf(words: string): IsOurs {
  const found = [...words.replace(placeholders, '').matchAll(/<(https?:[^<>|\n]*)/g)]
  const urls = found.map(([, url = '']) => reader.normalizeLink(linkTarget(decodeEntities(url)) ?? ''))
  return (url) => url === declared || urls.includes(url)
}

const neverOurs = new Set(['image', 'html_inline', 'html_block', 'heading_open', 'hr', 'table_open'])
const liveMention = /[@\uff20\ufe6b][\p{L}\p{N}_]|<@[!&]|<[#!]/iu

function assertHarmless(markdown: string, isOurs: IsOurs, formed: ReadonlySet<string> = neverOurs): void {
  const tokens = tokensOf(markdown)
  const types = tokens.map(({ type }) => type).filter((type) => formed.has(type))
  expect(types, markdown).to.deep.equal([])
  for (const token of tokens) {
    if (token.type === 'link_open') expect(isOurs(String(token.attrGet('href'))), markdown).to.equal(true)
  }
  expect(markdown).not.to.match(liveMention)
  // Subtext and spoilers are no standard, so the reader does not know them; nothing escaped or in code is either.
  const open = markdown.replace(/\\[\s\S]|```[\s\S]*?\n```|`[^`]*`/g, 'x')
  expect(open, markdown).not.to.match(/^[ \t>]*-# |\|\|/m)
}

function check(payload: Record<string, unknown>, isOurs: IsOurs, formed?: ReadonlySet<string>): void {
  try {
    for (const markdown of markdownOf(payload)) assertHarmless(markdown, isOurs, formed)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'NO_TEXT')) throw error
  }
}

describe('whatever a sender of chat payloads writes', () => {
  for (const [place, payloadOf] of Object.entries(places))
    it(`forms only what we made of it: ${place}`, function () {
      this.timeout(30_000)
      fc.assert(
        fc.property(text, (words) => check(payloadOf(words), linksOf(words))),
        { numRuns: 200 },
      )
    })

  it('forms no tag, picture or odd link even in a markdown block', function () {
    this.timeout(30_000)
    const dangers = new Set(['image', 'html_inline', 'html_block'])
    fc.assert(
      fc.property(markdownWithLinks, (words) => {
        check({ blocks: [{ type: 'markdown', text: words }] }, (url) => url.startsWith(declared), dangers)
      }),
      { numRuns: 200 },
    )
  })

  it('forms nothing at all in escaped text, nor where that is cut', () => {
    const all = new Set([
      ...neverOurs,
      'blockquote_open',
      'bullet_list_open',
      'ordered_list_open',
      'code_inline',
      'fence',
    ])
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 200 }), (words, limit) => {
        assertHarmless(escapeMarkdown(words), () => false, all)
        assertHarmless(foreignText(words, limit), () => false, all)
      }),
      { numRuns: 500 },
    )
  })
})
