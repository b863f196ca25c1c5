import type { Block, Inline } from './body.ts'
import { attributeOf, htmlToken, type InlineToken, paragraphTag, textToken } from './html-tags.ts'

const tags = /<!--[\s\S]*?(?:-->|$)|<[!?][^<>]{0,4096}>|<(\/?)([a-z][\w-]{0,63})[^<>]{0,4096}>/gi
const hidingTag = /^(?:details|script|style)$/
const maxNesting = 20

type Read = {
  /** Open hiding elements before, and behind. */
  depth: number
  toInlines: (tokens: InlineToken[]) => Inline[]
  toText: (tokens: InlineToken[]) => string
  toCode: (text: string) => string
  decode: (text: string) => string
}

type Frame = { blocks: Block[]; name: string; list?: Extract<Block, { kind: 'list' }> }

/**
 * Reads the blocks of a part of HTML. Only the summary is left of `<details>`. Elements can span several blocks of Markdown, so the number of
 * open hiding elements is an argument and part of the result.
 */
export function readHtml(
  html: string,
  { depth: depthBefore, toInlines, toText, toCode, decode }: Read,
): { blocks: Block[]; depth: number } {
  const frames: Frame[] = [{ blocks: [], name: '' }]
  let depth = depthBefore
  let tokens: InlineToken[] = []
  let rows: string[][] | null = null
  let isInCell = false
  let isBold = false
  let code: string | null = null
  let end = 0

  const top = () => frames.at(-1) as Frame // the first one stays
  const isShown = () => depth === 0 || (depth === 1 && isBold)

  function flush(): void {
    const line = tokens
    tokens = []
    if (rows) {
      if (isInCell) rows.at(-1)?.push(toText(line))
      isInCell = false
      return
    }
    const inlines = trimmed(toInlines(line))
    if (inlines.length === 0) return
    const children: Inline[] = isBold ? [{ kind: 'mark', mark: '**', children: inlines }] : inlines
    top().blocks.push({ kind: 'paragraph', children })
  }

  function open(name: string, block: Block, blocks: Block[]): void {
    if (frames.length > maxNesting) return
    top().blocks.push(block)
    frames.push({ blocks, name, ...(block.kind === 'list' && { list: block }) })
  }

  function close(name: string): void {
    const at = frames.findLastIndex((frame) => frame.name === name)
    if (at > 0) frames.length = at
  }

  function openItem(): void {
    if (top().name === 'li') close('li')
    const { list } = top()
    if (!list) return
    const item: Block[] = []
    list.items.push(item)
    frames.push({ blocks: item, name: 'li' })
  }

  const blockTags: Record<string, (isClosing: boolean, tag: string) => void> = {
    ul: (isClosing) => (isClosing ? close('ul') : openList('ul', null)),
    ol: (isClosing, tag) =>
      isClosing ? close('ol') : openList('ol', Number(attributeOf(tag, 'start')) || 1),
    li: (isClosing) => (isClosing ? close('li') : openItem()),
    blockquote: (isClosing) => {
      if (isClosing) close('blockquote')
      else {
        const children: Block[] = []
        open('blockquote', { kind: 'quote', children }, children)
      }
    },
    table: (isClosing) => {
      if (isClosing && rows) top().blocks.push({ kind: 'table', rows: rows.filter((row) => row.length > 0) })
      rows = isClosing ? null : []
    },
    tr: (isClosing) => {
      if (!isClosing) rows?.push([])
    },
    td: openCell,
    th: openCell,
    pre: (isClosing) => {
      if (isClosing && code !== null)
        top().blocks.push({ kind: 'code', language: '', lines: linesOf(toCode(decode(code))) })
      code = isClosing ? null : ''
    },
  }

  function openCell(isClosing: boolean): void {
    isInCell = !isClosing
  }

  function openList(name: string, start: number | null): void {
    const list: Block = { kind: 'list', start, items: [] }
    open(name, list, [])
  }

  function append(text: string): void {
    if (!isShown() || text === '') return
    if (code !== null) code += text
    else tokens.push(textToken(decode(text).replace(/\s+/g, ' ')))
  }

  function applyTag(name: string, isClosing: boolean, tag: string): void {
    if (hidingTag.test(name)) {
      flush()
      isBold = false
      depth = Math.max(0, depth + (isClosing ? -1 : 1))
    } else if (name === 'summary' && depth === 1) {
      flush()
      isBold = !isClosing
    } else if (!isShown()) return
    else if (Object.hasOwn(blockTags, name)) {
      flush()
      blockTags[name]?.(isClosing, tag)
    } else if (paragraphTag.test(name)) {
      flush()
      if (/^h[1-6]$/.test(name)) isBold = !isClosing
    } else if (code === null) tokens.push(htmlToken(tag))
  }

  for (const { 0: tag, 1: slash, 2: name = '', index } of html.matchAll(tags)) {
    append(html.slice(end, index))
    if (name) applyTag(name.toLowerCase(), slash === '/', tag)
    end = index + tag.length
  }
  append(html.slice(end))
  flush()
  blockTags.table?.(true, '')
  blockTags.pre?.(true, '')
  return { blocks: frames[0]?.blocks ?? [], depth }
}

/** Without white space at its ends. */
function trimmed(inlines: Inline[]): Inline[] {
  const [first] = inlines
  if (first?.kind === 'text') first.text = first.text.trimStart()
  const last = inlines.at(-1)
  if (last?.kind === 'text') last.text = last.text.trimEnd()
  return inlines.filter((node) => node.kind !== 'text' || node.text !== '')
}

function linesOf(code: string): string[] {
  return code.replace(/^\n/, '').trimEnd().split('\n')
}
