import markdownIt, { type Token } from 'markdown-it'
import { redactInlines, redactText } from '../redaction/redact-inlines.ts'
import { redactedUrl } from '../redaction/redacted-url.ts'
import { convertEmoji, type EmojiNames } from '../text/emoji.ts'
import { type Block, type Inline, textParagraph } from './body.ts'
import { readHtml } from './read-html.ts'
import { type Conversions, plainText, readInlines } from './read-inlines.ts'

/** Bounds the depth of the result, and so the depth of every recursion over it. */
const maxNesting = 20

const reader = markdownIt({ html: true, linkify: true, maxNesting })
reader.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false }).add('ftp:', null).add('//', null)
// Links to other schemes are read too, so that their label is shown without the target.
reader.validateLink = () => true
// Addresses stay as they were sent.
reader.normalizeLink = (url) => url
reader.normalizeLinkText = (url) => url

type Frame = {
  blocks: Block[]
  /** Open HTML elements whose content is not shown. */
  hiddenDepth: number
  list?: Extract<Block, { kind: 'list' }>
}

/** Parses CommonMark with the tables, strikethrough, task lists and bare links of GitHub. */
export type BodyOptions = {
  /** Converts names of emoji outside of code and addresses. */
  emoji?: EmojiNames
  /** Redacts addresses, as in error reports. */
  isRedacted?: boolean
}

export function readBody(markdown: string, options: BodyOptions): Block[] {
  const convert = conversions(options)
  const toLine = (tokens: Token[]) => {
    const inlines = readInlines(tokens, convert)
    return options.isRedacted ? redactInlines(inlines) : inlines
  }
  const root: Frame = { blocks: [], hiddenDepth: 0 }
  const frames = [root]
  let rows: string[][] | null = null
  let isHeading = false
  let isItemStart = false

  const top = () => frames.at(-1) ?? root
  const add = (block: Block) => {
    if (top().hiddenDepth === 0) top().blocks.push(block)
  }
  const openFrame = (blocks: Block[], list?: Frame['list']) =>
    frames.push({ blocks, hiddenDepth: top().hiddenDepth, ...(list && { list }) })

  const apply: Record<string, (token: Token) => void> = {
    blockquote_open: () => {
      const children: Block[] = []
      add({ kind: 'quote', children })
      openFrame(children)
    },
    blockquote_close: () => frames.pop(),
    bullet_list_open: () => openList(null),
    bullet_list_close: () => frames.pop(),
    ordered_list_open: (token) => openList(Number(token.attrGet('start') ?? 1)),
    ordered_list_close: () => frames.pop(),
    list_item_open: () => {
      const item: Block[] = []
      top().list?.items.push(item)
      openFrame(item)
      isItemStart = true
    },
    list_item_close: () => frames.pop(),
    heading_open: () => {
      isHeading = true
    },
    heading_close: () => {
      isHeading = false
    },
    table_open: () => {
      rows = []
    },
    tr_open: () => rows?.push([]),
    table_close: () => {
      add({ kind: 'table', rows: rows ?? [] })
      rows = null
    },
    inline: (token) => {
      if (rows) rows.at(-1)?.push(convert.text(plainText(token.children ?? [])))
      else add(paragraphOf(toLine(token.children ?? []), { isHeading, isItemStart }))
      isItemStart = false
    },
    fence: ({ content, info }) => add(codeOf(convert.code(content), info)),
    code_block: ({ content }) => add(codeOf(convert.code(content), '')),
    html_block: ({ content }) => {
      const { texts, depth } = readHtml(content, top().hiddenDepth)
      top().hiddenDepth = 0
      for (const { text, isSummary } of texts) {
        const decoded = convert.text(reader.utils.unescapeAll(text))
        add(isSummary ? boldParagraph(decoded) : textParagraph(decoded))
      }
      top().hiddenDepth = depth
    },
  }

  function openList(start: number | null): void {
    const list: Block = { kind: 'list', start, items: [] }
    add(list)
    openFrame([], list)
  }

  for (const token of reader.parse(markdown, {})) apply[token.type]?.(token)
  return root.blocks
}

function conversions({ emoji, isRedacted }: BodyOptions): Conversions {
  if (isRedacted) return { text: redactText, code: redactText, url: redactedUrl }
  const same = (text: string) => text
  return { text: emoji ? (text) => convertEmoji(text, emoji) : same, code: same, url: same }
}

type Place = { isHeading: boolean; isItemStart: boolean }

function paragraphOf(children: Inline[], { isHeading, isItemStart }: Place): Block {
  if (isHeading) return { kind: 'paragraph', children: [{ kind: 'mark', mark: '**', children }] }
  const [first] = children
  if (isItemStart && first?.kind === 'text')
    first.text = first.text.replace(/^\[([ x])\](?= )/i, (_, box: string) => (box === ' ' ? '☐' : '☑'))
  return { kind: 'paragraph', children }
}

function boldParagraph(text: string): Block {
  return {
    kind: 'paragraph',
    children: [{ kind: 'mark', mark: '**', children: [{ kind: 'text', text: text.replace(/\s+/g, ' ') }] }],
  }
}

function codeOf(content: string, info: string): Block {
  const language = /^[\w+#-]{1,20}(?=\s|$)/.exec(info)?.[0] ?? ''
  const lines = content.split('\n')
  while (lines.length > 1 && lines.at(-1) === '') lines.pop()
  return { kind: 'code', language, lines }
}
