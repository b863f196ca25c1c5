import { type ExecutionOutcome, ExecutionResult } from '../gen/gatehouse/webhooks/v1/webhooks.ts'

/** The first words of X-Webhook-Result. */
export const resultWords: Partial<Record<ExecutionResult, string>> = {
  [ExecutionResult.RENDERED]: 'rendered',
  [ExecutionResult.DUPLICATE]: 'duplicate',
  [ExecutionResult.IGNORED]: 'ignored',
  [ExecutionResult.FILTERED]: 'filtered',
  [ExecutionResult.UNRENDERABLE]: 'unrenderable',
  [ExecutionResult.REJECTED]: 'rejected',
}

/**
 * The value of X-Webhook-Result: `rendered`, `duplicate`, `ignored:EVENT`, `filtered`, `unrenderable:PATH`; `unknown` for a result of a
 * newer version.
 */
export function resultText({
  result,
  ignoredEvent,
  missingPath,
}: Pick<ExecutionOutcome, 'result' | 'ignoredEvent' | 'missingPath'>): string {
  const word = resultWords[result] ?? 'unknown'
  const subject = ignoredEvent ?? missingPath
  return subject === undefined ? word : `${word}:${subject}`
}
