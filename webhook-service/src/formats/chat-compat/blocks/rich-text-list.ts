import type { Payload } from '../../payload.ts'
import { toObjects } from '../payload-values.ts'
import { inlineMarkdown } from './inline-markdown.ts'

const maxDepth = 8
const indentation = '    '

/** `deepest` is the depth that the list can have below what is above it. */
export function richTextList(list: Payload, deepest: number): { markdown: string; depth: number } {
  const depth = Math.min(maxDepth, deepest, wholeNumber(list.indent))
  return { markdown: listItems(list, depth), depth }
}

function listItems(list: Payload, depth: number): string {
  let number = wholeNumber(list.offset)
  return toObjects(list.elements)
    .map((item) => {
      if (item.type === 'rich_text_list') return listItems(item, Math.min(maxDepth, depth + 1))
      number += 1
      return listItem(item, depth, list.style === 'ordered' ? `${number}. ` : '- ')
    })
    .filter(Boolean)
    .join('\n')
}

/** An item without text is left out: a dash alone would turn the line above into a heading. */
function listItem(item: Payload, depth: number, bullet: string): string {
  const indent = indentation.repeat(depth)
  const content = inlineMarkdown(item.elements ?? item).trim()
  if (!content) return ''
  const lines = content.split('\n')
  return `${indent}${bullet}${lines.join(`\n${indent}${' '.repeat(bullet.length)}`)}`
}

function wholeNumber(value: unknown): number {
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number > 0 && number < 1e6 ? number : 0
}
