import { addressInLabel, splitAddresses, writeAddress } from './addresses.ts'
import { escapeText } from './escape-text.ts'

const zeroWidthSpace = '\u200b'

/** Finished Markdown, text that is literal or escaped, or an address, which is written as the Markdown around it requires. */
export type Piece = string | { text: string } | { escaped: string } | { address: string }

type Written = { markdown: string; isText?: boolean } | { address: string }

/** White space, and what can begin a quote, a heading, a list or a rule together with the next piece. */
const lineStart = /^[\s>#+*=:|.)\d-]*$/

/** `before` and `after`: Markdown that will be adjacent to all of it. */
type Around = { before?: string; after?: string }

export type MarkdownWriter = ReturnType<typeof markdownWriter>

/**
 * Joins pieces of Markdown, with a zero-width space where two would form new markup. The pieces are a list, since a text that grows
 * by `+` is copied as a whole whenever its end is read. How an address is written depends on the pieces around it.
 */
export function markdownWriter() {
  const pieces: Written[] = []
  let last = ''
  let isAtLineStart = true

  function addMarkdown(piece: string, isText = false): void {
    if (piece === '') return
    pieces.push({ markdown: separatorBetween(last, piece) + piece, isText })
    last = (last + piece).slice(-2)
    const line = piece.slice(piece.lastIndexOf('\n') + 1)
    isAtLineStart = (isAtLineStart || line.length < piece.length) && lineStart.test(line)
  }

  function addAddress(address: string): void {
    pieces.push({ address })
    last = address.slice(-1)
    isAtLineStart = false
  }

  function addText(text: string): void {
    for (const part of splitAddresses(text)) {
      if ('address' in part) addAddress(part.address)
      else addMarkdown(escapeText(part.text, isAtLineStart), true)
    }
  }

  return {
    add(piece: Piece): void {
      if (typeof piece === 'string') addMarkdown(piece)
      else if ('address' in piece) addAddress(piece.address)
      else if ('escaped' in piece) addMarkdown(piece.escaped, true)
      else addText(piece.text)
    },
    /** The same for the label of a link, in which an address would be another link. */
    addLabel(text: string): void {
      for (const part of splitAddresses(text))
        addMarkdown('address' in part ? addressInLabel(part.address) : escapeText(part.text, isAtLineStart))
    },
    /** The last two characters. */
    last: () => last,
    toString({ before = '', after = '' }: Around = {}): string {
      const written: { markdown: string; isText?: boolean }[] = []
      let escapedTo = 0
      for (const [index, piece] of pieces.entries()) {
        if ('markdown' in piece) written.push({ ...piece })
        else {
          const markdown = writeAddress(
            piece.address,
            written.at(-1)?.markdown ?? before,
            startOf(index + 1) || after,
          )
          escapeOpenBrackets(written)
          if (closingUnderscore.test(markdown)) {
            escapeUnderscores(written, escapedTo)
            escapedTo = written.length
          }
          written.push({ markdown })
        }
      }
      return written.map(({ markdown }) => markdown).join('')
    },
  }

  /** The first characters of the pieces from this one on, as many as matter to an address before them. */
  function startOf(index: number): string {
    let start = ''
    for (let next = index; start.length < 3 && next < pieces.length; next += 1) {
      const piece = pieces[next] ?? { markdown: '' }
      start += 'markdown' in piece ? piece.markdown.slice(0, 3) : '<'
    }
    return start
  }
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
function escapeOpenBrackets(written: { markdown: string }[]): void {
  for (let index = written.length - 1; index >= 0; index -= 1) {
    const piece = written[index] as { markdown: string } // below the length
    const { markdown } = piece
    const end = Math.max(...[' ', ':', '>'].map((character) => markdown.lastIndexOf(character))) + 1
    piece.markdown = markdown.slice(0, end) + escapeUnescaped(markdown.slice(end), '<')
    if (end > 0) return
  }
}

/** Some readers end emphasis that begins inside of a word at such an underscore, although it is in an address. */
const closingUnderscore = /_(?!\w)/

function escapeUnderscores(written: { markdown: string; isText?: boolean }[], from: number): void {
  for (const piece of written.slice(from))
    if (piece.isText) piece.markdown = escapeUnescaped(piece.markdown, '_')
}

function escapeUnescaped(markdown: string, mark: string): string {
  return markdown.replace(/\\[\s\S]|[<_]/g, (found) => (found === mark ? `\\${mark}` : found))
}
