const noBreakSpace = '\u00a0'

/** White space of four columns or more, which makes code of a line. */
const codeIndent = /^(?: {0,3}\t| {4})[ \t]*/

/** No-break spaces instead, which look the same. */
export function withoutCodeIndent(line: string): string {
  return line.replace(codeIndent, (indent) => noBreakSpace.repeat(columnsOf(indent)))
}

export const isCodeIndented = (line: string): boolean => codeIndent.test(line)

function columnsOf(indent: string): number {
  let columns = 0
  for (const character of indent) columns += character === '\t' ? 4 - (columns % 4) : 1
  return columns
}
