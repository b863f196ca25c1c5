import type { ServiceDefinition } from '@grpc/grpc-js'
import { connect, type RpcClient } from '../src/grpc/connect.ts'

/** For every call of a test that is not about deadlines: on a busy machine a call can take many times as long as usual. */
export const testDeadlineMs = 60_000

/** `connect` with the deadline of tests. */
export function testClient<S extends ServiceDefinition>(
  service: S,
  addresses: string,
  options: Omit<NonNullable<Parameters<typeof connect>[2]>, 'as'> = {},
): RpcClient<S> {
  return connect(service, addresses, { deadlineMs: testDeadlineMs, ...options, as: null })
}

/** The deadlines of a service that runs in the process of a test. */
export function testDeadlines<D extends Record<string, number>>(deadlines: D): D {
  const entries = Object.keys(deadlines).map((name) => [name, testDeadlineMs])
  // The keys are those of the given deadlines.
  return Object.fromEntries(entries) as D
}
