import type { EmbedField } from '../embed.ts'
import { digitsAt, objectsAt, type Payload, textAt } from '../payload.ts'
import { inlineCode, toMarkdownLine } from '../text/markdown.ts'
import { truncateText } from '../text/truncate.ts'

const maxValueLength = 256
const maxNames = 10

export function field(name: string, value: string | undefined): EmbedField[] {
  const shown = value && toMarkdownLine(value, maxValueLength)
  return shown ? [{ name, value: shown, inline: true }] : []
}

export function codeField(name: string, value: string | undefined): EmbedField[] {
  return value && toMarkdownLine(value, maxValueLength)
    ? [{ name, value: inlineCode(value, maxValueLength), inline: true }]
    : []
}

/** `path:line` or `path:first-last`, by the paths of the file and of its lines. */
export function fileField(payload: Payload, file: string, lines: string[]): EmbedField[] {
  const numbers = new Set(lines.flatMap((line) => digitsAt(payload, line) ?? []))
  const name = textAt(payload, file)
  const end = numbers.size > 0 ? `:${[...numbers].join('-')}` : ''
  return codeField('File', name && truncateText(name, maxValueLength - end.length) + end)
}

/** The names of objects in lists of the payload, by the path of the list and the key of the name in it. */
export function namesField(name: string, payload: Payload, lists: Record<string, string>): EmbedField[] {
  const names = Object.entries(lists).flatMap(([path, key]) =>
    (objectsAt(payload, path) ?? []).flatMap((each) => textAt(each, key) ?? []),
  )
  const more = names.length > maxNames ? [`+${names.length - maxNames} more`] : []
  return field(name, [...names.slice(0, maxNames), ...more].join(', '))
}
