import { withoutMentions } from '../../messages/mentions.ts'

/** Text in code marks of three; backticks in a row become look-alikes, since code knows no escapes. */
export function codeBlock(text: string, language = ''): string {
  const safe = text.replace(/`{2,}/g, (marks) => 'ˋ'.repeat(marks.length))
  return `\`\`\`${language}\n${withoutMentions(safe)}\n\`\`\``
}
