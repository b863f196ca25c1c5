const escapesAndCode = /\\[\s\S]|```[\s\S]*?(?:\n```(?=\n|$)|$)|`[^`]*(?:`|$)/g

/**
 * What closes the code in which markdown of ours ends, or nothing. Our code marks are one backtick or three on a line of
 * their own, and inside them there is none.
 */
export function closingCodeMark(markdown: string): '' | '`' | '\n```' {
  const last = markdown.match(escapesAndCode)?.at(-1) ?? ''
  if (!last.startsWith('`') || !markdown.endsWith(last)) return ''
  if (last.startsWith('```')) return /\n```$/.test(last) ? '' : '\n```'
  return last.length > 1 && last.endsWith('`') ? '' : '`'
}
