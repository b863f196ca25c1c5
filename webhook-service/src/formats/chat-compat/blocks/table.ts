import type { Payload } from '../../payload.ts'
import { isPayload } from '../../payload.ts'
import { codeBlock } from '../../text/code-block.ts'
import { sanitizeLine } from '../../text/sanitize-text.ts'
import { codePointLength, truncateText } from '../../text/truncate.ts'
import { type BlockPart, text } from './piece.ts'
import { richTextPlainText } from './rich-text-words.ts'

const most = { rows: 100, columns: 20, width: 40 }

/** Rows in columns of fixed width inside code marks: few consumers draw tables, all of them draw code. */
export function table({ rows }: Payload): BlockPart[] {
  const lists = (Array.isArray(rows) ? rows : []).filter(Array.isArray).slice(0, most.rows)
  const cells = lists.map((row) => row.slice(0, most.columns).map(cellWords))
  if (!cells.flat().some(Boolean)) return []
  const widths = widthsOf(cells)
  const [head = [], ...others] = cells
  const underline = widths.map((width) => '-'.repeat(width))
  return text(codeBlock([head, underline, ...others].map((row) => rowLine(row, widths)).join('\n')))
}

/** Cells are texts, numbers or rich text, of which only the words fit here. */
function cellWords(cell: unknown): string {
  const words = isPayload(cell) && cell.type === 'rich_text' ? richTextPlainText(cell) : plainCell(cell)
  return truncateText(sanitizeLine(words), most.width)
}

function plainCell(cell: unknown): string {
  const value = isPayload(cell) ? (cell.text ?? cell.value) : cell
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
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
