import { isPayload, type Payload } from '../../payload.ts'
import { joinLines } from '../../text/join-lines.ts'
import { linkButtons } from '../link-buttons.ts'
import { type BlockPart, text } from './block-part.ts'
import { imagePart } from './image.ts'
import { textMarkdown } from './text-object.ts'

export function section({ text: textObject, fields, accessory }: Payload): BlockPart[] {
  const lines = (Array.isArray(fields) ? fields : []).filter((field) => field !== undefined).map(fieldLine)
  const accessoryObject = isPayload(accessory) ? accessory : {}
  const markdown = joinLines([textMarkdown(textObject), ...lines, linkButtons(accessoryObject)])
  return [
    ...text(markdown),
    ...(accessoryObject.type === 'image' ? imagePart(accessoryObject, 'thumbnail') : []),
  ]
}

/** Senders write a field as a label above a value; on one line it is readable without columns. */
function fieldLine(field: unknown): string {
  const markdown = textMarkdown(field)
  const [label = '', value = '', ...more] = markdown.split('\n')
  const isPair = value !== '' && more.length === 0 && /(?:\*\*|:)$/.test(label)
  return isPair ? `${label} ${value}` : markdown
}
