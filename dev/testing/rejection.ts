import { expect } from 'chai'

/** The error with which a promise rejects; fails the test if it resolves. */
export function rejection(promise: Promise<unknown>): Promise<Error> {
  return promise.then(
    () => expect.fail('it did not reject'),
    (error: Error) => error,
  )
}
