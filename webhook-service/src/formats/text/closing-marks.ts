/**
 * Escapes, code, addresses in angle brackets, targets of links and list marks, in which no formatting begins or ends, then formatting
 * marks. Code is as `inlineCode` and `codeBlock` write it: one backtick, or three on a line of their own, with no backticks inside.
 */
const syntax =
  /\\[\s\S]|```[\s\S]*?(?:\n(?:> )?```(?=\n|(?![\s\S]))|(?![\s\S]))|`[^`]*(?:`|(?![\s\S]))|<https?:\/\/[^\s<>]*>|\]\([^)\s]*\)|^[ \t>]*\*(?=[ \t])|\*+|~~/gim

/** What closes the code in which the markdown ends, then the formatting that is open there. */
export function closingMarks(markdown: string): string {
  let code = ''
  const open: string[] = []
  for (const { 0: found, index } of markdown.matchAll(syntax)) {
    if (found.startsWith('`'))
      code =
        index + found.length < markdown.length
          ? ''
          : closingCodeMark(found, markdown.slice(index - 2, index) === '> ')
    else if (/^(?:\*{1,3}|~~)$/.test(found))
      toggle(found, open, [markdown[index - 1], markdown[index + found.length]])
  }
  return code + open.toReversed().join('')
}

function closingCodeMark(code: string, isQuoted: boolean): string {
  if (code.startsWith('```')) return /\n(?:> )?```$/.test(code) ? '' : `\n${isQuoted ? '> ' : ''}\`\`\``
  return code.length > 1 && code.endsWith('`') ? '' : '`'
}

/** A mark closes behind a character, and opens before one. */
function toggle(found: string, open: string[], [before = ' ', after = ' ']: (string | undefined)[]): void {
  for (const mark of found === '***' ? ['*', '**'] : [found]) {
    const at = open.lastIndexOf(mark)
    if (at >= 0 && /\S/.test(before)) open.splice(at, 1)
    else if (at < 0 && /\S/.test(after)) open.push(mark)
  }
}
