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

/** The names of objects in lists of the payload, by the path of the list and the key of the name in it. Only those that are shown are read. */
export function namesField(name: string, payload: Payload, lists: Record<string, string>): EmbedField[] {
  const names: string[] = []
  let more = 0
  for (const [path, key] of Object.entries(lists))
    for (const each of objectsAt(payload, path) ?? []) {
      const text = names.length < maxNames ? textAt(each, key) : undefined
      if (text !== undefined) names.push(text)
      else if (names.length === maxNames) more += 1
    }
  return field(name, [...names, ...(more > 0 ? [`+${more} more`] : [])].join(', '))
}
