import markdownIt, { type Token } from 'markdown-it'
import { redactInlines, redactText } from '../redaction/redact-inlines.ts'
import { redactedUrl } from '../redaction/redacted-url.ts'
import { convertEmoji, type EmojiNames } from '../text/emoji.ts'
import type { Block, Inline } from './body.ts'
import { type Definitions, keyOf, superscript } from './definitions.ts'
import { type InlineToken, readInlineHtml } from './html-tags.ts'
import { readHtml } from './read-html.ts'
import { type Conversions, plainText, readInlines } from './read-inlines.ts'
import { type BodyPlace, resolveUrl } from './resolve-url.ts'

/** Bounds the depth of the result, and so the depth of every recursion over it. */
const maxNesting = 20

const reader = markdownIt({ html: true, linkify: true, maxNesting })
reader.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false }).add('ftp:', null).add('//', null)
// Links to other schemes are read too, so that their label is shown without the target.
reader.validateLink = () => true
// Addresses stay as they were sent.
reader.normalizeLink = (url) => url
reader.normalizeLinkText = (url) => url

const decode = (text: string) => reader.utils.unescapeAll(text)

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
  place?: BodyPlace
}

export function readBody(markdown: string, definitions: Definitions, options: BodyOptions): Block[] {
  const notes = noteMarks(definitions)
  const convert = conversions(options, notes.replace)
  const toLine = (tokens: readonly InlineToken[]) => {
    const inlines = readInlines(readInlineHtml(tokens, decode), convert)
    return options.isRedacted ? redactInlines(inlines) : inlines
  }
  const toCell = (tokens: readonly InlineToken[]) => convert.text(plainText(readInlineHtml(tokens, decode)))
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
    blockquote_close: () => {
      markNote(frames.pop()?.blocks ?? [])
    },
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
      if (rows) rows.at(-1)?.push(toCell(token.children ?? []))
      else add(paragraphOf(toLine(token.children ?? []), { isHeading, isItemStart }))
      isItemStart = false
    },
    fence: ({ content, info }) => add(codeOf(convert.code(content), info)),
    code_block: ({ content }) => add(codeOf(convert.code(content), '')),
    html_block: ({ content }) => {
      const { blocks, depth } = readHtml(content, {
        depth: top().hiddenDepth,
        toInlines: toLine,
        toText: toCell,
        toCode: convert.code,
        decode,
      })
      top().hiddenDepth = 0
      for (const block of blocks) add(block)
      top().hiddenDepth = depth
    },
  }

  function openList(start: number | null): void {
    const list: Block = { kind: 'list', start, items: [] }
    add(list)
    openFrame([], list)
  }

  const references = Object.fromEntries(
    [...definitions.links].map(([key, href]) => [key, { title: '', href }]),
  )
  for (const token of reader.parse(markdown, { references })) apply[token.type]?.(token)
  const footnotes = notes
    .shown()
    .map(({ mark, text }): Inline[] => [
      { kind: 'text', text: `${mark} ` },
      ...toLine(reader.parseInline(text, { references })[0]?.children ?? []),
    ])
  const lines = footnotes.flatMap((line, index) =>
    index > 0 ? [{ kind: 'text', text: '\n' } as const, ...line] : line,
  )
  return lines.length > 0 ? [...root.blocks, { kind: 'paragraph', children: lines }] : root.blocks
}

function conversions(
  { emoji, isRedacted, place = {} }: BodyOptions,
  replaceNotes: (text: string) => string,
): Conversions {
  if (isRedacted)
    return { text: (text) => redactText(replaceNotes(text)), code: redactText, url: redactedUrl }
  return {
    text: (text) => (emoji ? convertEmoji(replaceNotes(text), emoji) : replaceNotes(text)),
    code: (text) => text,
    url: (url) => resolveUrl(url, place),
  }
}

/** Replaces references to notes by marks, and numbers the notes in the order of their first references. */
function noteMarks({ notes }: Definitions) {
  const numbers = new Map<string, number>()
  return {
    replace: (text: string) =>
      text.replace(/\[\^([^\]\s[]{1,64})\]/g, (whole, label: string) => {
        const key = keyOf(label)
        if (!notes.has(key)) return whole
        numbers.set(key, numbers.get(key) ?? numbers.size + 1)
        return superscript(numbers.get(key) ?? 0)
      }),
    shown: () =>
      [...numbers].map(([key, number]) => ({ mark: superscript(number), text: notes.get(key) ?? '' })),
  }
}

/** `[!NOTE]` at the start of a quote is its heading. */
function markNote(quote: Block[]): void {
  const [first] = quote
  const [text] = first?.kind === 'paragraph' ? first.children : []
  const found =
    text?.kind === 'text' && /^\[!(note|tip|important|warning|caution)\][ \t]*(?=\n|$)/i.exec(text.text)
  if (!found || first?.kind !== 'paragraph') return
  const [mark, name = ''] = found
  const heading = name.charAt(0).toUpperCase() + name.slice(1).toLowerCase()
  first.children = [
    { kind: 'mark', mark: '**', children: [{ kind: 'text', text: heading }] },
    { kind: 'text', text: text.text.slice(mark.length) },
    ...first.children.slice(1),
  ]
}

type Place = { isHeading: boolean; isItemStart: boolean }

function paragraphOf(children: Inline[], { isHeading, isItemStart }: Place): Block {
  if (isHeading) return { kind: 'paragraph', children: [{ kind: 'mark', mark: '**', children }] }
  const [first] = children
  if (isItemStart && first?.kind === 'text')
    first.text = first.text.replace(/^\[([ x])\](?= )/i, (_, box: string) => (box === ' ' ? '☐' : '☑'))
  return { kind: 'paragraph', children }
}

function codeOf(content: string, info: string): Block {
  const language = /^[\w+#-]{1,20}(?=\s|$)/.exec(info)?.[0] ?? ''
  const lines = content.split('\n')
  while (lines.length > 1 && lines.at(-1) === '') lines.pop()
  return { kind: 'code', language, lines }
}
