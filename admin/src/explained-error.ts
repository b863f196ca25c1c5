/** Something a person can mend: the message alone says what is wrong and what to do next, without a stack. */
export class ExplainedError extends Error {
  override readonly name = 'ExplainedError'
}
