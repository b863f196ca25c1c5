import type { ExecuteHead, ExecuteRequest, ExecuteResponse } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { GatewayContext } from '../context.ts'
import { streamBytes } from '../http/body-source.ts'
import type { RequestContext } from '../http/request-context.ts'

/** How long webhook-service may take once it has the whole body; code hosts give up after ten seconds themselves. */
const answerDeadlineMs = 9000

/**
 * Passes a body on as it arrives, no faster than webhook-service takes it. When that answers early, or the sender goes
 * away, the other end is let go at once.
 */
export async function executeBody(
  head: ExecuteHead,
  limit: number,
  context: RequestContext,
  { services, bodyTimeoutMs }: GatewayContext,
): Promise<ExecuteResponse> {
  const body = streamBytes(context.req, context.res, { limit, timeoutMs: bodyTimeoutMs })
  const overdue = new AbortController()
  let isOver = false
  let timer: NodeJS.Timeout | undefined

  async function* messages(): AsyncGenerator<ExecuteRequest> {
    yield { part: { $case: 'head', value: head } }
    for await (const value of body.chunks) yield { part: { $case: 'data', value } }
    if (isOver) return
    timer = setTimeout(() => overdue.abort(), answerDeadlineMs)
    yield { part: { $case: 'end', value: true } }
  }

  try {
    return await services.webhooks.execute(messages(), {
      requestId: context.requestId,
      deadlineMs: bodyTimeoutMs + answerDeadlineMs,
      signal: AbortSignal.any([context.signal, overdue.signal]),
    })
  } catch (error) {
    throw overdue.signal.aborted ? new ServiceError('UPSTREAM_TIMEOUT', { cause: error }) : error
  } finally {
    isOver = true
    clearTimeout(timer)
    body.stop()
  }
}
