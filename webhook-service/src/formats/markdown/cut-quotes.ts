/** More than is shown of a quote. */
const maxLength = 600

const quoteLine = /^ {0,3}>/
const fence = /^ {0,3}(`{3,}|~{3,})/

/**
 * Keeps the beginning of each quote of the Markdown, so that an answer is read behind a quote of any length: mail programs quote all that
 * they answer to. Returns all of the Markdown, or more than `enough` characters.
 */
export function cutQuotes(markdown: string, enough: number): string {
  if (markdown.length <= maxLength) return markdown
  let kept = ''
  let left = maxLength
  let openFence = ''
  for (let start = 0; start <= markdown.length && kept.length <= enough; ) {
    const lineFeed = markdown.indexOf('\n', start)
    const end = lineFeed < 0 ? markdown.length : lineFeed
    const isQuoted = openFence === '' && quoteLine.test(markdown.slice(start, start + 4))
    if (!isQuoted) left = maxLength
    const line = markdown.slice(start, isQuoted ? Math.min(end, start + left) : end)
    if (!isQuoted) openFence = fenceBehind(line, openFence)
    if (!isQuoted || left > 0) kept += (start > 0 ? '\n' : '') + line.toWellFormed()
    left -= end - start
    start = end + 1
  }
  return kept
}

function fenceBehind(line: string, open: string): string {
  const [, mark = ''] = fence.exec(line) ?? []
  if (open === '') return mark
  return mark.startsWith(open) && line.trim() === mark ? '' : open
}
