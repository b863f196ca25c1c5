import { breakLinkEnds } from './join-markdown.ts'
import { escapeMentions } from './mentions.ts'

/** Text in code marks of three; backticks in a row become look-alikes, since code knows no escapes. */
export function codeBlock(text: string, language = ''): string {
  const safe = breakLinkEnds(text.replace(/`{2,}/g, (marks) => 'ˋ'.repeat(marks.length)))
  return `\`\`\`${language}\n${escapeMentions(safe)}\n\`\`\``
}

/** What stands between code marks of three, without the empty lines around it; the first line keeps its indent. */
export function trimCodeBlock(inside: string): string {
  return inside.replace(/^\n+/, '').trimEnd()
}

/** A code block in place of the text from `start` to `end`: its marks count as such only on lines of their own. */
export function putOnOwnLines(block: string, text: string, start: number, end: number): string {
  const before = start === 0 || text[start - 1] === '\n' ? '' : '\n'
  const after = end === text.length || text[end] === '\n' ? '' : '\n'
  return before + block + after
}
