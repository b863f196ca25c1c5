import type { EmbedField } from '../embed.ts'
import { inlineCode, toMarkdownLine } from '../text/markdown.ts'

const maxValueLength = 256

/** A small field, or none when nothing of the value can be seen. */
export function field(name: string, value: string | undefined): EmbedField[] {
  const shown = value && toMarkdownLine(value, maxValueLength)
  return shown ? [{ name, value: shown, inline: true }] : []
}

/** The same for what reads best as code: branches, paths, versions. */
export function codeField(name: string, value: string | undefined): EmbedField[] {
  return value && toMarkdownLine(value, maxValueLength)
    ? [{ name, value: inlineCode(value, maxValueLength), inline: true }]
    : []
}
