import type { Payload } from '../../payload.ts'
import { records } from '../payload-values.ts'
import { inlineMarkdown } from './inline-markdown.ts'

const maxDepth = 8
const step = '    '

/** A list: its own `indent` says how deep it stands, and lists inside it stand one deeper. */
export function richTextList(list: Payload, outer = 0): string {
  const depth = Math.min(maxDepth, outer + wholeNumber(list.indent))
  let number = wholeNumber(list.offset)
  return records(list.elements)
    .map((item) => {
      if (item.type === 'rich_text_list') return richTextList(item, depth + 1)
      number += 1
      return listItem(item, depth, list.style === 'ordered' ? `${number}. ` : '- ')
    })
    .filter(Boolean)
    .join('\n')
}

/** Further lines of an item stand under its first. Without words it is none: a dash alone makes a heading of the line above. */
function listItem(item: Payload, depth: number, bullet: string): string {
  const indent = step.repeat(depth)
  const words = inlineMarkdown(item.elements ?? item).trim()
  if (!words) return ''
  const lines = words.split('\n')
  return `${indent}${bullet}${lines.join(`\n${indent}${' '.repeat(bullet.length)}`)}`
}

function wholeNumber(value: unknown): number {
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number > 0 && number < 1e6 ? number : 0
}
