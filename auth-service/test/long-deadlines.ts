import { deadlines } from '@gatehouse/auth-service/deadlines'
import { testDeadlineMs, testDeadlines } from '@gatehouse/service-kit/testing/test-client'

/** An attempt stays in flight for longer than any call of a test. Those that wait for it wait as long as in production. */
export const longDeadlines = {
  ...testDeadlines(deadlines),
  inFlightMs: 2 * testDeadlineMs,
  attemptWaitMs: deadlines.attemptWaitMs,
}
