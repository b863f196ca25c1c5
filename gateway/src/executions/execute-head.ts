import type { IncomingHttpHeaders } from 'node:http'
import { executionFormats } from '@gatehouse/proto/executions/formats'
import type { ExecuteHead, Format } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import type { RequestContext } from '../http/request-context.ts'
import { tokenReference } from '../webhooks/token-reference.ts'

const forwardedHeaders = Object.values(executionFormats)
  .flatMap(({ headers }) => headers)
  .map((name) => name.toLowerCase())

export type ExecuteInput = {
  format: Format
  params: { webhook_id: string; token: string }
  query: { wait?: boolean | undefined; dry_run?: boolean | undefined }
}

/** The first message of an execution, sent before the body. */
export function executeHead({ format, params, query }: ExecuteInput, context: RequestContext): ExecuteHead {
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
  const sent = forwardedHeaders.flatMap((name) => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  return Object.fromEntries(sent)
}
