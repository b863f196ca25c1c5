/** The trimmed lines with text. A pattern such as `\s*\n` would take quadratic time in a run of spaces. */
export function withoutBlankLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')
}
