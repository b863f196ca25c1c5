/**
 * An attempt that was counted before its check, so that concurrent attempts are counted too:
 *
 * | The check | Ends with | Stays counted |
 * | --- | --- | --- |
 * | accepted the proof | `succeed` | no |
 * | rejected it | `fail` | yes |
 * | gave no result, as a store was unavailable | `refund` | no |
 */
export type CountedAttempt = {
  succeed(): Promise<void>
  fail(): Promise<void>
  refund(): Promise<void>
}

/** `check` returns null for a wrong proof. */
export async function checkCounted<Proof>(
  attempt: CountedAttempt,
  check: () => Promise<Proof | null>,
): Promise<Proof | null> {
  const proof = await refundOnError(attempt, check)
  await (proof === null ? attempt.fail() : attempt.succeed())
  return proof
}

/** For a check whose result does not end the attempt yet. */
export async function refundOnError<Result>(
  attempt: Pick<CountedAttempt, 'refund'>,
  check: () => Promise<Result>,
): Promise<Result> {
  try {
    return await check()
  } catch (error) {
    await attempt.refund()
    throw error
  }
}
