import type { IncomingHttpHeaders } from 'node:http'
import type { ExecuteHead, Format } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import type { RequestContext } from '../http/request-context.ts'
import { tokenReference } from '../webhooks/token-reference.ts'

/** The sender's own headers that mean something to a format; no other header leaves the gateway. */
const passedOn = [
  'x-github-event',
  'x-github-delivery',
  'x-hub-signature-256',
  'x-hub-signature',
  'sentry-hook-resource',
  'sentry-hook-signature',
  'sentry-hook-timestamp',
  'sentry-app-signature',
  'x-sentry-event',
  'request-id',
] as const

export type Execution = {
  format: Format
  params: { webhook_id: string; token: string }
  query: { wait?: boolean | undefined; dry_run?: boolean | undefined }
}

/** What webhook-service needs to know before the first byte of the body. */
export function executeHead({ format, params, query }: Execution, context: RequestContext): ExecuteHead {
  const { headers } = context.req
  return {
    webhook: tokenReference(params, context),
    format,
    contentType: headers['content-type'] ?? '',
    contentEncoding: headers['content-encoding'] ?? '',
    headers: senderHeaders(headers),
    wait: query.wait ?? false,
    dryRun: query.dry_run ?? false,
  }
}

function senderHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const sent = passedOn.flatMap((name) => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  return Object.fromEntries(sent)
}
