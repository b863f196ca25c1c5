import type { Payload } from '../../payload.ts'
import { isPayload } from '../../payload.ts'
import { linkButtons } from '../link-buttons.ts'
import { picture } from './image.ts'
import { type BlockPart, text } from './piece.ts'
import { textMarkdown } from './text-object.ts'

/** Text, then fields a line each, then what stands beside them: a picture or a button. */
export function section({ text: words, fields, accessory }: Payload): BlockPart[] {
  const lines = (Array.isArray(fields) ? fields : []).map(fieldLine)
  const beside = isPayload(accessory) ? accessory : {}
  const markdown = [textMarkdown(words), ...lines, linkButtons(beside)].filter(Boolean).join('\n')
  return [...text(markdown), ...(beside.type === 'image' ? picture(beside, 'thumbnail') : [])]
}

/** Fields are written as a label above a value; beside each other they stay readable without columns. */
function fieldLine(field: unknown): string {
  const markdown = textMarkdown(field)
  const [label = '', value = '', ...more] = markdown.split('\n')
  const isPair = value !== '' && more.length === 0 && /(?:\*\*|:)$/.test(label)
  return isPair ? `${label} ${value}` : markdown
}
