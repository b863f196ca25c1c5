/** What the last lines are a part of: a text behind them would be read as a part of it too. */
type Container = 'quote' | 'list' | 'text' | undefined

const quoteMark = /^[ \t]*> ?/
const listMark = /^[ \t]*(?:[-+*]|\d{1,9}[.)])[ \t]/
const empty = /^[ \t]*$/

/** Joins Markdown by line feeds, with an empty line where a quote or a list would go on otherwise. Empty parts are left out. */
export function joinLines(parts: string[]): string {
  return joinEachLine(parts.filter((part) => part !== ''))
}

/** The same for all lines of a text, of which some are empty. */
export function joinEachLine(lines: string[]): string {
  let joined = ''
  let container: Container
  for (const [index, line] of lines.entries()) {
    if (index > 0) joined += separator(lines[index - 1] ?? '', line, container)
    joined += line
    container = containerAtEnd(line, container)
  }
  return joined
}

function separator(before: string, part: string, container: Container): string {
  if (container !== 'quote' || !quoteMark.test(part)) return goesOn(container, part) ? '\n\n' : '\n'
  // The same within the quote.
  const inner = containerAtEnd(withoutQuoteMarks(before), undefined)
  return goesOn(inner, withoutQuoteMarks(part)) ? '\n>\n' : '\n'
}

/** A paragraph goes on in the next line unless another block begins there (CommonMark 0.31.2, 5.2 and 5.3). */
function goesOn(container: Container, part: string): boolean {
  if (!container || quoteMark.test(part) || /^[ \t]*(?:\n|$|```)/.test(part)) return false
  // A list ends a paragraph only if it begins with 1.
  if (listMark.test(part)) return container !== 'list' && /^[ \t]*(?!0*1[.)])\d/.test(part)
  if (container === 'text') return false
  // An indented line belongs to the item above it.
  return container === 'quote' || !/^[ \t]/.test(part)
}

function containerAtEnd(part: string, before: Container): Container {
  const lines = part.split('\n')
  const last = lines.at(-1) ?? ''
  if (last.startsWith('```') || empty.test(last)) return undefined
  for (const line of lines.toReversed()) {
    if (empty.test(line)) return 'text'
    if (quoteMark.test(line)) return 'quote'
    if (listMark.test(line)) return 'list'
  }
  return /^[ \t]/.test(part) && before ? before : 'text'
}

function withoutQuoteMarks(markdown: string): string {
  return markdown
    .split('\n')
    .map((line) => line.replace(quoteMark, ''))
    .join('\n')
}
