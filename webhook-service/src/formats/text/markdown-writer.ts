import { splitAddresses, writeAddress } from './addresses.ts'
import { breakMentions } from './break-mentions.ts'
import { escapeText } from './escape-text.ts'
import { isEscaped } from './is-escaped.ts'
import { type Leaf, type Mark, placeMarks, type Token } from './place-marks.ts'

const zeroWidthSpace = '\u200b'

/**
 * Finished Markdown, text that is literal or escaped, an address, or the start or end of formatting. Addresses and marks are written as the
 * Markdown around them requires.
 */
export type Piece =
  | string
  | { text: string }
  | { escaped: string }
  | { address: string }
  | { open: Mark }
  | { close: Mark }

type Written = { markdown: string; isText?: boolean }

/** White space, and what can begin a quote, a heading, a list or a rule together with the next piece. */
const lineStart = /^[\s>#+*=:|.)\d-]*$/

export type MarkdownWriter = ReturnType<typeof markdownWriter>

/**
 * Joins pieces of Markdown, with a zero-width space where two would form new markup. The pieces are a list, since a text that grows
 * by `+` is copied as a whole whenever its end is read.
 */
export function markdownWriter() {
  const tokens: Token[] = []
  let isAtLineStart = true

  function addMarkdown(markdown: string, isText = false): void {
    if (markdown === '') return
    tokens.push({ markdown, isText })
    const line = markdown.slice(markdown.lastIndexOf('\n') + 1)
    isAtLineStart = (isAtLineStart || line.length < markdown.length) && lineStart.test(line)
  }

  function addText(text: string): void {
    for (const part of splitAddresses(text)) {
      if ('address' in part) addAddress(part.address)
      else addMarkdown(escapeText(part.text, isAtLineStart), true)
    }
  }

  function addAddress(address: string): void {
    tokens.push({ address })
    isAtLineStart = false
  }

  return {
    add(piece: Piece): void {
      if (typeof piece === 'string') addMarkdown(piece)
      else if ('address' in piece) addAddress(piece.address)
      else if ('escaped' in piece) addMarkdown(piece.escaped, true)
      else if ('text' in piece) addText(piece.text)
      else tokens.push(piece)
    },
    toString: () => writeLeaves(placeMarks(tokens)),
  }
}

function writeLeaves(placed: Leaf[]): string {
  const leaves = joinTexts(placed)
  const written: Written[] = []
  let last = ''
  let escapedTo = 0
  for (const [index, leaf] of leaves.entries()) {
    if ('markdown' in leaf) {
      written.push({ ...leaf, markdown: separatorBetween(last, leaf.markdown) + leaf.markdown })
      last = (last + leaf.markdown).slice(-2)
      continue
    }
    const markdown = writeAddress(leaf.address, last, startOf(leaves, index + 1))
    escapeOpenBrackets(written)
    escapeLastBackslash(written)
    if (closingUnderscore.test(markdown)) {
      escapeUnderscores(written, escapedTo)
      escapedTo = written.length
    }
    written.push({ markdown })
    last = markdown.slice(-2)
  }
  return written.map(({ markdown }) => markdown).join('')
}

/** A mention can be formed of two texts. */
function joinTexts(leaves: Leaf[]): Leaf[] {
  const joined: Leaf[] = []
  let texts: string[] = []
  const flush = () => {
    if (texts.length > 0) joined.push({ markdown: breakMentions(texts.join('')), isText: true })
    texts = []
  }
  for (const leaf of leaves) {
    if ('markdown' in leaf && leaf.isText) {
      texts.push(separatorBetween(texts.at(-1) ?? '', leaf.markdown), leaf.markdown)
      continue
    }
    flush()
    joined.push(leaf)
  }
  flush()
  return joined
}

/** The first characters of the leaves from this one on, as many as matter to an address before them. */
function startOf(leaves: Leaf[], from: number): string {
  let start = ''
  for (let next = from; start.length < 3 && next < leaves.length; next += 1) {
    const leaf = leaves[next] as Leaf // below the length
    start += 'markdown' in leaf ? leaf.markdown.slice(0, 3) : '<'
  }
  return start
}

/**
 * A zero-width space where two pieces would form new markup: `!` and a link an image, two code spans one, `]`
 * and `(` a link.
 */
function separatorBetween(before: string, after: string): string {
  const isImage = before.endsWith('!') && after.startsWith('[')
  const isOneCode = before.endsWith('`') && after.startsWith('`')
  const isLinkEnd = before.endsWith(']') && after.startsWith('(')
  return isImage || isOneCode || isLinkEnd ? zeroWidthSpace : ''
}

/** Some readers begin an address at an earlier `<`, if neither a space, `:` nor `>` is behind it. */
function escapeOpenBrackets(written: Written[]): void {
  for (let index = written.length - 1; index >= 0; index -= 1) {
    const piece = written[index] as Written // below the length
    const { markdown } = piece
    const end = Math.max(...[' ', ':', '>'].map((character) => markdown.lastIndexOf(character))) + 1
    piece.markdown = markdown.slice(0, end) + escapeUnescaped(markdown.slice(end), '<')
    if (end > 0) return
  }
}

/** Before an address in angle brackets, a backslash of the sender would escape the bracket. */
function escapeLastBackslash(written: Written[]): void {
  const last = written.at(-1)
  if (last && isEscaped(last.markdown, last.markdown.length)) last.markdown += '\\'
}

/** Some readers end emphasis that begins inside of a word at such an underscore, although it is in an address. */
const closingUnderscore = /_(?!\w)/

function escapeUnderscores(written: Written[], from: number): void {
  for (const piece of written.slice(from))
    if (piece.isText) piece.markdown = escapeUnescaped(piece.markdown, '_')
}

function escapeUnescaped(markdown: string, mark: string): string {
  return markdown.replace(/\\[\s\S]|[<_]/g, (found) => (found === mark ? `\\${mark}` : found))
}
