import type { RateLimitState } from '@gatehouse/proto/gen/common/v1/rate_limit'
import type {
  ExecuteHead,
  ExecuteRequest,
  ExecuteResponse,
  ExecutionOutcome,
  ExecutionResult,
} from '@gatehouse/proto/gen/webhooks/v1/webhooks'

/** Reads all messages of an execution, as webhook-service does. */
export async function readExecution(messages: AsyncIterable<ExecuteRequest>) {
  let head: ExecuteHead | undefined
  const data: Uint8Array[] = []
  for await (const { part } of messages) {
    if (part?.$case === 'head') head = part.value
    if (part?.$case === 'data') data.push(part.value)
    if (part?.$case === 'end') return { head, body: Buffer.concat(data) }
  }
  throw new Error('The body was cut off.')
}

/** The response of a stub. */
export function executed(
  result: ExecutionResult,
  outcome: Partial<ExecutionOutcome> = {},
  rateLimit?: RateLimitState,
): ExecuteResponse {
  return { outcome: { result, ...outcome }, rateLimit }
}
