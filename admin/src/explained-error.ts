/** An error that the user can fix: the message says what is wrong and what to do; no stack trace is printed. */
export class ExplainedError extends Error {
  override readonly name = 'ExplainedError'
}
