import { codeBlock } from '../text/code-block.ts'
import { codeTable } from '../text/code-table.ts'
import { markdownWriter, type Piece } from '../text/markdown-writer.ts'
import { sanitizeFragment } from '../text/sanitize-text.ts'
import { withoutBlankLines } from '../text/without-blank-lines.ts'
import type { Block, Inline } from './body.ts'

const zeroWidthSpace = '\u200b'

export function writeBlocks(blocks: Block[]): string {
  return joinBlocks(blocks, () => '\n\n')
}

function joinBlocks(blocks: Block[], separatorBefore: (block: Block) => string): string {
  let joined = ''
  for (const block of blocks) {
    const written = writeBlock(block)
    if (written) joined += joined ? separatorBefore(block) + written : written
  }
  return joined
}

function writeBlock(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return withoutBlankLines(writeInlines(block.children))
    case 'code':
      return codeBlock(sanitizeFragment(block.lines.join('\n')), block.language)
    case 'table':
      return codeTable(block.rows)
    case 'quote':
      return writeBlocks(block.children)
        .replace(/^(?=.)/gm, '> ')
        .replace(/^$/gm, '>')
        .replace(/^>$/, '')
    case 'list':
      return block.items
        .map((item, index) => writeItem(item, block.start === null ? '-' : `${block.start + index}.`))
        .filter(Boolean)
        .join('\n')
  }
}

function writeItem(item: Block[], marker: string): string {
  const written = joinBlocks(item, ({ kind }) => (kind === 'list' ? '\n' : '\n\n'))
  const indent = ' '.repeat(marker.length + 1)
  return written && `${marker} ${written.replace(/\n(?=.)/g, `\n${indent}`)}`
}

function writeInlines(nodes: Inline[], mark = ''): string {
  const writer = markdownWriter()
  let previous: Inline | undefined
  for (const node of nodes) {
    const piece = pieceOf(node)
    if (piece === '' || (node.kind === 'text' && node.text === '')) continue
    // The marks of two formattings would be one.
    if (previous?.kind === 'mark' && node.kind === 'mark') writer.add(zeroWidthSpace)
    writer.add(piece)
    previous = node
  }
  return writer.toString({ before: mark, after: mark })
}

function pieceOf(node: Inline): Piece {
  if (node.kind === 'atom') return node.markdown
  return node.kind === 'mark' ? writeMark(node) : node
}

function writeMark({ mark, children }: Extract<Inline, { kind: 'mark' }>): string {
  const written = writeInlines(children, mark)
  const inner = written.trim()
  if (!inner) return written
  const start = written.indexOf(inner)
  return `${written.slice(0, start)}${mark}${inner}${mark}${written.slice(start + inner.length)}`
}
