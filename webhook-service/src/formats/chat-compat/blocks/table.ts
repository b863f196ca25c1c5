import { isPayload, type Payload } from '../../payload.ts'
import { codeTable } from '../../text/code-table.ts'
import { type BlockPart, text } from './block-part.ts'
import { richTextPlainText } from './rich-text-plain-text.ts'

const max = { rows: 100, columns: 20 }

export function table({ rows }: Payload): BlockPart[] {
  const lists = (Array.isArray(rows) ? rows : []).filter(Array.isArray).slice(0, max.rows)
  const written = codeTable(lists.map((row) => row.slice(0, max.columns).map(cellText)))
  return written ? text(written) : []
}

function cellText(cell: unknown): string {
  return isPayload(cell) && cell.type === 'rich_text' ? richTextPlainText(cell) : plainCell(cell)
}

function plainCell(cell: unknown): string {
  const value = isPayload(cell) ? (cell.text ?? cell.value) : cell
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
