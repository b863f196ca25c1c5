import type { IncomingMessage } from 'node:http'
import type { ExecuteHead, ExecuteRequest, ExecuteResponse } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { GatewayContext } from '../context.ts'
import { readBytes, streamBytes } from '../http/read-body.ts'
import type { RequestContext } from '../http/request-context.ts'
import { reserveArriving } from '../http/reserve-arriving.ts'

/** Of a body that is read here and sent in one message. Larger ones are streamed, and their webhook is checked before they are read. */
const maxWholeBytes = 64 * 1024

export async function sendExecution(
  head: ExecuteHead,
  maxBytes: number,
  context: RequestContext,
  gateway: GatewayContext,
): Promise<ExecuteResponse> {
  if (!isWhole(context.req)) return streamExecution(head, maxBytes, context, gateway)
  const { req, res, requestId, signal } = context
  const reserve = reserveArriving(context.address, gateway)
  const body = await readBytes(req, res, { limit: maxBytes, timeoutMs: gateway.bodyTimeoutMs, reserve })
  const options = { requestId, signal, deadlineMs: gateway.deadlines.executionMs }
  return gateway.services.webhooks.executeWhole({ head, body }, options)
}

function isWhole({ headers }: IncomingMessage): boolean {
  const { 'content-length': length, 'content-encoding': encoding } = headers
  return length !== undefined && Number(length) <= maxWholeBytes && encoding === undefined
}

/**
 * Streams a body to webhook-service with back-pressure. Cancels the call when the sender disconnects, and stops reading when
 * webhook-service answers early.
 */
async function streamExecution(
  head: ExecuteHead,
  maxBytes: number,
  context: RequestContext,
  gateway: GatewayContext,
): Promise<ExecuteResponse> {
  const { services, bodyTimeoutMs, deadlines } = gateway
  const reserve = reserveArriving(context.address, gateway)
  const bounds = { limit: maxBytes, timeoutMs: bodyTimeoutMs, reserve }
  const body = streamBytes(context.req, context.res, bounds)
  const deadline = new AbortController()
  let isAnswered = false
  let timer: NodeJS.Timeout | undefined

  async function* parts(): AsyncGenerator<ExecuteRequest> {
    yield { part: { $case: 'head', value: head } }
    // Node reads at most 64 KiB from a socket at once, so a part is never larger; `callRpc` depends on it.
    for await (const value of body.chunks) yield { part: { $case: 'data', value } }
    // The response came first; `end` would mark an incomplete body as complete.
    if (isAnswered) return
    timer = setTimeout(() => deadline.abort(), deadlines.executionMs)
    yield { part: { $case: 'end', value: true } }
  }

  try {
    return await services.webhooks.execute(parts(), {
      requestId: context.requestId,
      deadlineMs: bodyTimeoutMs + deadlines.executionMs,
      signal: AbortSignal.any([context.signal, deadline.signal]),
    })
  } catch (error) {
    throw deadline.signal.aborted ? new ServiceError('UPSTREAM_TIMEOUT', { cause: error }) : error
  } finally {
    isAnswered = true
    clearTimeout(timer)
    body.stop()
  }
}
