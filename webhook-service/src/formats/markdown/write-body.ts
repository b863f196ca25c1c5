import { codeBlock } from '../text/code-block.ts'
import { codeTable } from '../text/code-table.ts'
import { escapeMarkdown } from '../text/markdown.ts'
import { markdownWriter } from '../text/markdown-writer.ts'
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

function writeInlines(nodes: Inline[]): string {
  const writer = markdownWriter()
  let previous: Inline | undefined
  for (const node of nodes) {
    const piece = writeInline(node, writer.isAtLineStart())
    if (!piece) continue
    writer.add(separatorBetween(previous, node, writer.last(), piece))
    writer.add(piece)
    previous = node
  }
  return writer.toString()
}

/** A URL without brackets ends at white space or punctuation; the marks of two formattings would be one. */
function separatorBetween(previous: Inline | undefined, node: Inline, before: string, after: string): string {
  if (previous?.kind === 'mark' && node.kind === 'mark') return zeroWidthSpace
  const isAfterUrl = previous?.kind === 'atom' && previous.isBareUrl && /^[^\s.,;:!?)]/.test(after)
  const isBeforeUrl = node.kind === 'atom' && node.isBareUrl && /[^\s(]$/.test(before)
  return isAfterUrl || isBeforeUrl ? ' ' : ''
}

function writeInline(node: Inline, isAtLineStart: boolean): string {
  if (node.kind === 'atom') return node.markdown
  if (node.kind === 'text') return writeText(node.text, isAtLineStart)
  const written = writeInlines(node.children)
  const inner = written.trim()
  if (!inner) return written
  const start = written.indexOf(inner)
  return `${written.slice(0, start)}${node.mark}${inner}${node.mark}${written.slice(start + inner.length)}`
}

/** Only at the start of a line can a character start a list, a quote or a heading. */
function writeText(text: string, isAtLineStart: boolean): string {
  return isAtLineStart ? escapeMarkdown(text) : escapeMarkdown(`.${text}`).slice(1)
}
