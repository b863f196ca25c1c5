import { expect } from 'chai'

/** The error, of whatever kind, with which a promise rejects; fails the test when it does not. */
export function rejection(promise: Promise<unknown>): Promise<Error> {
  return promise.then(
    () => expect.fail('it did not reject'),
    (error: Error) => error,
  )
}
