const noWidth = '\u200b'

/** Two pieces of markdown as one. */
export function joinMarkdown(before: string, after: string): string {
  return before + between(before, after) + after
}

/**
 * What keeps two pieces apart whose marks would be read together, as a space of no width: `!` before a link is a picture,
 * two code spans that meet are none, `](` ends a link.
 */
export function between(before: string, after: string): string {
  const isPicture = before.endsWith('!') && after.startsWith('[')
  const isOneCode = before.endsWith('`') && after.startsWith('`')
  const isLinkEnd = before.endsWith(']') && after.startsWith('(')
  return isPicture || isOneCode || isLinkEnd ? noWidth : ''
}

/** Text for code, which knows no escapes: some readers find the end of a link in code as well. */
export function breakLinkEnds(text: string): string {
  return text.replaceAll('](', `]${noWidth}(`)
}
