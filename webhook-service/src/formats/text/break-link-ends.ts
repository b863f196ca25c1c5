const zeroWidthSpace = '\u200b'

/** Some parsers look for the end of a link inside code too. */
export function breakLinkEnds(text: string): string {
  return text.replaceAll('](', `]${zeroWidthSpace}(`)
}
