/** An address in angle brackets can contain a backtick. */
const escapesAndCode = /\\[\s\S]|<https?:\/\/[^\s<>]*>|```[\s\S]*?(?:\n```(?=\n|$)|$)|`[^`]*(?:`|$)/gi

/**
 * Returns the mark that closes the code span or block in which the markdown ends; empty if it ends outside of
 * code. Expects our own code marks: one backtick, or three on a line of their own, with no backticks inside.
 */
export function closingCodeMark(markdown: string): '' | '`' | '\n```' {
  const last = markdown.match(escapesAndCode)?.at(-1) ?? ''
  if (!last.startsWith('`') || !markdown.endsWith(last)) return ''
  if (last.startsWith('```')) return /\n```$/.test(last) ? '' : '\n```'
  return last.length > 1 && last.endsWith('`') ? '' : '`'
}
