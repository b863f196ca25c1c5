import { breakLinkEnds } from './break-link-ends.ts'

/** Replaces runs of backticks by a similar letter, because code blocks have no escapes. */
export function codeBlock(text: string, language = ''): string {
  const safe = breakLinkEnds(text.replace(/`{2,}/g, (marks) => 'ˋ'.repeat(marks.length)))
  return `\`\`\`${language}\n${safe}\n\`\`\``
}

/** Removes the empty lines around code and keeps the indent of its first line. */
export function trimCodeBlock(inside: string): string {
  return inside.replace(/^\n+/, '').trimEnd()
}

/**
 * Adds line feeds around a block that replaces `text` from `start` to `end`: fences count on lines of their
 * own only.
 */
export function putOnOwnLines(block: string, text: string, start: number, end: number): string {
  const before = start === 0 || text[start - 1] === '\n' ? '' : '\n'
  const after = end === text.length || text[end] === '\n' ? '' : '\n'
  return before + block + after
}
