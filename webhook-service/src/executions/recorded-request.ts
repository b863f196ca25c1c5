import type { ExecuteHead } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { maxSmallBodyBytes } from '../limits/body-sizes.ts'
import type { RecordedRequest } from '../messages/delivery.ts'
import type { FormatRules } from './formats.ts'
import type { Body } from './read-body.ts'

type Head = Pick<ExecuteHead, 'contentType' | 'contentEncoding' | 'headers'>

/** The part of a request that is stored. */
export function recordedRequest(
  { contentType, contentEncoding, headers }: Head,
  { headers: { signature } }: Pick<FormatRules, 'headers'>,
  { chunks, size }: Body,
): RecordedRequest {
  const sent = { 'content-type': contentType, 'content-encoding': contentEncoding, ...headers }
  const redacted = Object.fromEntries(signature.map((name) => [name.toLowerCase(), '[redacted]']))
  const entries = Object.entries(sent).filter(([, value]) => value !== '')
  return {
    headers: Object.fromEntries(entries.map(([name, value]) => [name, redacted[name] ?? value])),
    body: Buffer.concat(chunks, Math.min(size, maxSmallBodyBytes)),
    isTruncated: size > maxSmallBodyBytes,
  }
}
