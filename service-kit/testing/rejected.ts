import { ServiceError } from '../src/errors/service-error.ts'

/** Returns the ServiceError of a rejected promise; throws if it resolves or has another error. */
export async function rejected(promise: Promise<unknown>): Promise<ServiceError> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  if (!('error' in outcome)) throw new Error(`Expected a rejection, got ${JSON.stringify(outcome.value)}.`)
  if (outcome.error instanceof ServiceError) return outcome.error
  throw outcome.error
}
