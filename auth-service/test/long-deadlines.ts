import { deadlines } from '@gatehouse/auth-service/deadlines'
import { testDeadlineMs, testDeadlines } from '@gatehouse/service-kit/testing/test-client'

/** An attempt stays in flight for longer than any call of a test. */
export const longDeadlines = { ...testDeadlines(deadlines), inFlightMs: 2 * testDeadlineMs }
