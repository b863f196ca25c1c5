import type { EmbedField } from '../embed.ts'
import { inlineCode, toMarkdownLine } from '../text/markdown.ts'

const maxValueLength = 256

export function field(name: string, value: string | undefined): EmbedField[] {
  const shown = value && toMarkdownLine(value, maxValueLength)
  return shown ? [{ name, value: shown, inline: true }] : []
}

export function codeField(name: string, value: string | undefined): EmbedField[] {
  return value && toMarkdownLine(value, maxValueLength)
    ? [{ name, value: inlineCode(value, maxValueLength), inline: true }]
    : []
}
