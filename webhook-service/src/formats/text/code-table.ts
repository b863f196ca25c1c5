import { codeBlock } from './code-block.ts'
import { sanitizeLine } from './sanitize-text.ts'
import { codePointLength, truncateText } from './truncate.ts'

const max = { rows: 100, columns: 20, width: 40 }

/** A code block with padded columns: few consumers render tables, all render code. Empty without any text. */
export function codeTable(rows: string[][]): string {
  const cells = rows.slice(0, max.rows).map((row) => row.slice(0, max.columns).map(cellText))
  if (!cells.flat().some(Boolean)) return ''
  const widths = widthsOf(cells)
  const [head = [], ...others] = cells
  const underline = widths.map((width) => '-'.repeat(width))
  return codeBlock([head, underline, ...others].map((row) => rowLine(row, widths)).join('\n'))
}

function cellText(text: string): string {
  return truncateText(sanitizeLine(text), max.width)
}

function widthsOf(rows: string[][]): number[] {
  const columns = Math.max(...rows.map((row) => row.length))
  return Array.from({ length: columns }, (_, column) =>
    Math.max(1, ...rows.map((row) => codePointLength(row[column] ?? ''))),
  )
}

function rowLine(row: string[], widths: number[]): string {
  const cells = widths.map((width, column) => pad(row[column] ?? '', width))
  return cells.join(' | ').trimEnd()
}

function pad(cell: string, width: number): string {
  return cell + ' '.repeat(width - codePointLength(cell))
}
