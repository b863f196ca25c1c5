const zeroWidthSpace = '\u200b'

/**
 * Joins pieces of Markdown, with a zero-width space where two would form new markup. The pieces are a list, since a text that grows
 * by `+` is copied as a whole whenever its end is read.
 */
export function markdownWriter() {
  const pieces: string[] = []
  let last = ''
  let isAtLineStart = true

  return {
    add(piece: string): void {
      if (piece === '') return
      pieces.push(separatorBetween(last, piece), piece)
      last = (last + piece).slice(-2)
      const line = piece.slice(piece.lastIndexOf('\n') + 1)
      isAtLineStart = (isAtLineStart || line.length < piece.length) && /^[ \t]*$/.test(line)
    },
    /** The last two characters. */
    last: () => last,
    /** Whether there is only white space since the start of the line. */
    isAtLineStart: () => isAtLineStart,
    toString: () => pieces.join(''),
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
