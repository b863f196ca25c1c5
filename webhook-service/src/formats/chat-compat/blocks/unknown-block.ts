import { isPayload, type Payload } from '../../payload.ts'
import { linkButtons } from '../link-buttons.ts'
import { typeOf } from '../payload-values.ts'
import { type BlockPart, text } from './block-part.ts'
import { blocks } from './blocks.ts'
import { table } from './table.ts'
import { textMarkdown } from './text-object.ts'

const maxDepth = 8
const textTypes = ['mrkdwn', 'plain_text', 'raw_text']
/** Names of plain strings that people read; others are ids, addresses and styles. */
const wordNames = [
  'title',
  'subtitle',
  'text',
  'body',
  'description',
  'details',
  'caption',
  'label',
  'summary',
]

/** The words of a block that is newer than this code, in its order, with the blocks and link buttons in it. */
export function unknownBlock(block: Payload): BlockPart[] {
  return partsIn(block, 0)
}

function partsOf(name: string, value: unknown, depth: number): BlockPart[] {
  if (depth > maxDepth) return []
  if (typeof value === 'string') return wordNames.includes(name) ? text(textMarkdown(value)) : []
  if (Array.isArray(value)) {
    if (value.some(Array.isArray)) return table({ rows: value })
    return value.flatMap((item) => partsOf(name, item, depth + 1))
  }
  if (!isPayload(value)) return []
  const type = typeOf(value)
  if (textTypes.includes(type)) return text(textMarkdown(value))
  if (type === 'button') return text(linkButtons(value))
  return Object.hasOwn(blocks, type) ? (blocks[type]?.(value) ?? []) : partsIn(value, depth)
}

function partsIn(object: Payload, depth: number): BlockPart[] {
  return Object.entries(object).flatMap(([name, value]) => partsOf(name, value, depth + 1))
}
