import { ServiceError } from '../src/errors/service-error.ts'

/** The ServiceError a promise fails with: `expect((await rejected(call)).code)`. Fails when it resolves or fails otherwise. */
export async function rejected(promise: Promise<unknown>): Promise<ServiceError> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  if (!('error' in outcome)) throw new Error(`Expected a refusal, got ${JSON.stringify(outcome.value)}.`)
  if (outcome.error instanceof ServiceError) return outcome.error
  throw outcome.error
}
