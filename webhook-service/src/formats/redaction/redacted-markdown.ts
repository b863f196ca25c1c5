import { toMarkdownLine, toMarkdownText } from '../text/markdown.ts'
import { visibleOrEmpty } from '../text/visible-text.ts'
import { redact } from './redact.ts'

/** One line; empty if nothing of it is visible. */
export function redactedLine(text: string, limit: number): string {
  return visibleOrEmpty(toMarkdownLine(redact(text), limit))
}

export function redactedText(text: string, limit: number): string {
  return visibleOrEmpty(toMarkdownText(redact(text), limit))
}
