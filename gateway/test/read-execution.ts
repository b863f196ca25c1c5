import type { ExecuteHead, ExecuteRequest } from '@gatehouse/proto/gen/webhooks/v1/webhooks'

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
