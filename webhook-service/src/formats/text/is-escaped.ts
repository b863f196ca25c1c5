/** Whether the character at this place is escaped by a backslash. */
export function isEscaped(markdown: string, index: number): boolean {
  let backslashes = 0
  while (markdown[index - 1 - backslashes] === '\\') backslashes += 1
  return backslashes % 2 === 1
}
