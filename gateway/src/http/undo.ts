import { randomUUID } from 'node:crypto'
import { backgroundDeadlineMs } from '@gatehouse/service-kit/process/background-calls'
import type { GatewayContext } from '../context.ts'
import type { RequestContext } from './request-context.ts'

/** Before the calls of a sign-in. */
export function beginAttempt(
  context: Pick<RequestContext, 'attemptId' | 'undo'>,
  { services }: Pick<GatewayContext, 'services'>,
): void {
  const attemptId = randomUUID()
  context.attemptId = attemptId
  context.undo = (options) => services.sessions.endAttempt({ attemptId }, options)
}

/**
 * After the handler, when the response is over. A response is delivered once it is passed to the operating system: nobody can know whether the client
 * received it.
 */
export function undoUnlessDelivered(
  { requestId, res, undo }: Pick<RequestContext, 'requestId' | 'res' | 'undo'>,
  { background, log }: Pick<GatewayContext, 'background' | 'log'>,
): void {
  if (!undo || (res.writableFinished && res.statusCode < 500)) return
  void background.run(
    () => undo({ requestId, deadlineMs: backgroundDeadlineMs }),
    (err) =>
      log.warn(
        { event: 'session.orphaned', request_id: requestId, err },
        'session without a client could not be ended',
      ),
  )
}
