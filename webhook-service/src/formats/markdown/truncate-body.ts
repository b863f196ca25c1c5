import { codePointLength, truncateBetweenWords, truncateText } from '../text/truncate.ts'
import type { Block, Inline } from './body.ts'
import { textParagraph } from './body.ts'

const ellipsis = '…'
const maxQuoteLength = 160

type Room = { left: number; isCut: boolean }

/** Keeps about `length` code points of text. Cuts between blocks, lines of code and words only. */
export function truncateBody(blocks: Block[], length: number): { blocks: Block[]; isCut: boolean } {
  const room = { left: length, isCut: false }
  return { blocks: cutBlocks(blocks, room), isCut: room.isCut }
}

/** About two lines of each quote, if there is anything else: an answer is worth more than what it answers to. */
export function shortenQuotes(blocks: Block[]): Block[] {
  if (blocks.every(({ kind }) => kind === 'quote')) return blocks
  return blocks.map((block) =>
    block.kind === 'quote'
      ? { ...block, children: truncateBody(block.children, maxQuoteLength).blocks }
      : block,
  )
}

function cutBlocks(blocks: Block[], room: Room): Block[] {
  const kept: Block[] = []
  for (const block of blocks) {
    if (room.isCut) break
    if (room.left > 0) kept.push(...cutBlock(block, room))
    else {
      room.isCut = true
      kept.push(textParagraph(ellipsis))
    }
  }
  return kept
}

function cutBlock(block: Block, room: Room): Block[] {
  switch (block.kind) {
    case 'paragraph':
      return [{ ...block, children: cutInlines(block.children, room) }]
    case 'quote':
      return [{ ...block, children: cutBlocks(block.children, room) }]
    case 'list':
      return [{ ...block, items: cutItems(block.items, room) }]
    case 'code': {
      const lines = cutLines(block.lines, room, codePointLength)
      const [first = ''] = block.lines
      if (!room.isCut) return [block]
      if (lines.length > 0) return [{ ...block, lines: [...lines, ellipsis] }]
      return [{ ...block, lines: [truncateText(first, room.left)] }]
    }
    case 'table': {
      const rows = cutLines(block.rows, room, (row) => codePointLength(row.join(' | ')))
      return [
        ...(rows.length > 0 ? [{ ...block, rows }] : []),
        ...(room.isCut ? [textParagraph(ellipsis)] : []),
      ]
    }
  }
}

function cutItems(items: Block[][], room: Room): Block[][] {
  const kept: Block[][] = []
  for (const item of items) {
    if (room.isCut) break
    kept.push(cutBlocks(item, room))
  }
  return kept
}

function cutLines<Line>(lines: Line[], room: Room, lengthOf: (line: Line) => number): Line[] {
  const kept: Line[] = []
  for (const line of lines) {
    const length = lengthOf(line) + 1
    room.isCut = length > room.left
    if (room.isCut) break
    room.left -= length
    kept.push(line)
  }
  return kept
}

function cutInlines(nodes: Inline[], room: Room): Inline[] {
  const kept: Inline[] = []
  for (const node of nodes) {
    if (room.isCut) break
    if (node.kind === 'mark') {
      const children = cutInlines(node.children, room)
      const [first] = children
      kept.push(first?.kind === 'text' && first.text === ellipsis ? first : { ...node, children })
      continue
    }
    const length = codePointLength(textOf(node))
    if (
      length > room.left &&
      room.left > 0 &&
      (node.kind === 'address' || (node.kind === 'atom' && node.label))
    ) {
      // The text goes on behind it.
      kept.push(
        ...cutInlines([{ kind: 'text', text: node.kind === 'atom' ? (node.label ?? '') : ellipsis }], room),
      )
      continue
    }
    room.isCut = length > room.left
    if (!room.isCut) kept.push(node)
    else if (node.kind === 'text') kept.push({ ...node, text: truncateBetweenWords(node.text, room.left) })
    else kept.push({ kind: 'text', text: ellipsis })
    room.left -= length
  }
  return kept
}

function textOf(node: Exclude<Inline, { kind: 'mark' }>): string {
  if (node.kind === 'address') return node.address
  return node.kind === 'text' ? node.text : node.markdown
}
