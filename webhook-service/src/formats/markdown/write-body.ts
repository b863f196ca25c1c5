import { codeBlock } from '../text/code-block.ts'
import { codeTable } from '../text/code-table.ts'
import { type MarkdownWriter, markdownWriter } from '../text/markdown-writer.ts'
import { sanitizeFragment } from '../text/sanitize-text.ts'
import { withoutBlankLines } from '../text/without-blank-lines.ts'
import type { Block, Inline } from './body.ts'

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

function writeInlines(nodes: Inline[]): string {
  const writer = markdownWriter()
  addInlines(nodes, writer)
  return writer.toString()
}

function addInlines(nodes: Inline[], writer: MarkdownWriter): void {
  for (const node of nodes) {
    if (node.kind === 'mark') {
      writer.add({ open: node.mark })
      addInlines(node.children, writer)
      writer.add({ close: node.mark })
    } else writer.add(node.kind === 'atom' ? node.markdown : node)
  }
}
