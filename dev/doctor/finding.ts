/** What the doctor found about one thing; `fix` is the command that puts it right. */
export type Finding =
  | { state: 'good'; thing: string; detail: string }
  | { state: 'later'; thing: string; detail: string }
  | { state: 'bad'; thing: string; detail: string; fix: string }

const marks = { good: '✓', later: '○', bad: '✗' }

/** A finding as a line, with the fix below it when there is one. */
export function findingText(finding: Finding): string {
  const line = `${marks[finding.state]} ${finding.thing}: ${finding.detail}`
  return finding.state === 'bad' ? `${line}\n    fix: ${finding.fix}` : line
}
