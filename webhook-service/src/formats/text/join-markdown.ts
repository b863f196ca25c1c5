const zeroWidthSpace = '\u200b'

export function joinMarkdown(before: string, after: string): string {
  return before + separatorBetween(before, after) + after
}

/**
 * A zero-width space where two pieces would form new markup: `!` and a link an image, two code spans one, `]`
 * and `(` a link.
 */
export function separatorBetween(before: string, after: string): string {
  const isImage = before.endsWith('!') && after.startsWith('[')
  const isOneCode = before.endsWith('`') && after.startsWith('`')
  const isLinkEnd = before.endsWith(']') && after.startsWith('(')
  return isImage || isOneCode || isLinkEnd ? zeroWidthSpace : ''
}

/** Some parsers look for the end of a link inside code too. */
export function breakLinkEnds(text: string): string {
  return text.replaceAll('](', `]${zeroWidthSpace}(`)
}
