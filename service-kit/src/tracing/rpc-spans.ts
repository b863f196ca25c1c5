import type { Metadata } from '@grpc/grpc-js'
import { toServiceError } from '../errors/to-service-error.ts'
import { type Attributes, type TracedSpan, tracing } from './tracing.ts'

const traceparentKey = 'traceparent'

export async function traceCall<Res>(
  path: string,
  metadata: Metadata,
  send: () => Promise<Res>,
): Promise<Res> {
  const span = tracing()?.start({ name: path.slice(1), kind: 'client', attributes: attributesOf(path) })
  if (!span) return send()
  metadata.set(traceparentKey, span.traceparent)
  try {
    const response = await send()
    span.end()
    return response
  } catch (error) {
    span.end(toServiceError(error).code)
    throw error
  }
}

export function startServerSpan(path: string, metadata: Metadata): TracedSpan | null {
  const parent = metadata.get(traceparentKey)[0]
  return (
    tracing()?.start({ name: path.slice(1), kind: 'server', parent, attributes: attributesOf(path) }) ?? null
  )
}

function attributesOf(path: string): Attributes {
  return { 'rpc.system': 'grpc', 'rpc.method': path.slice(1) }
}
