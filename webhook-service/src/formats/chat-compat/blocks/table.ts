import { isPayload, type Payload } from '../../payload.ts'
import { codeBlock } from '../../text/code-block.ts'
import { sanitizeLine } from '../../text/sanitize-text.ts'
import { codePointLength, truncateText } from '../../text/truncate.ts'
import { type BlockPart, text } from './block-part.ts'
import { richTextPlainText } from './rich-text-plain-text.ts'

const max = { rows: 100, columns: 20, width: 40 }

/** A code block with padded columns: few consumers render tables, all render code. */
export function table({ rows }: Payload): BlockPart[] {
  const lists = (Array.isArray(rows) ? rows : []).filter(Array.isArray).slice(0, max.rows)
  const cells = lists.map((row) => row.slice(0, max.columns).map(cellText))
  if (!cells.flat().some(Boolean)) return []
  const widths = widthsOf(cells)
  const [head = [], ...others] = cells
  const underline = widths.map((width) => '-'.repeat(width))
  return text(codeBlock([head, underline, ...others].map((row) => rowLine(row, widths)).join('\n')))
}

function cellText(cell: unknown): string {
  const content = isPayload(cell) && cell.type === 'rich_text' ? richTextPlainText(cell) : plainCell(cell)
  return truncateText(sanitizeLine(content), max.width)
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
