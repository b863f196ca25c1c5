import type { IncomingHttpHeaders } from 'node:http'
import { type ExecutionFormat, executionFormats, type FormatName } from '@gatehouse/proto/executions/formats'
import type { ExecuteHead } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import type { RequestContext } from '../http/request-context.ts'
import { tokenReference } from '../webhooks/token-reference.ts'

export type ExecuteInput = {
  name: FormatName
  /** With the names of its parameters. */
  path: string
  params: { webhook_id: string; token: string }
  query: { wait?: boolean | undefined; dry_run?: boolean | undefined }
}

/** The first part of an execution, sent before the body. */
export function executionHead(
  { name, path, params, query }: ExecuteInput,
  context: RequestContext,
): ExecuteHead {
  const { headers } = context.req
  const format = executionFormats[name]
  return {
    webhook: tokenReference(params, context),
    format: format.format,
    contentType: headers['content-type'] ?? '',
    contentEncoding: headers['content-encoding'] ?? '',
    headers: forwardedHeaders(format, headers),
    wait: query.wait ?? false,
    dryRun: query.dry_run ?? false,
    path,
  }
}

const eventHeaders = Object.values(executionFormats).flatMap(({ headers }) => headers.event)

/** The event headers of all formats: they show for which format a body at the wrong URL was written. */
function forwardedHeaders({ headers }: ExecutionFormat, sent: IncomingHttpHeaders): Record<string, string> {
  const names = [...eventHeaders, headers.delivery, ...headers.signature, headers.timestamp]
  const forwarded = names.flatMap((name) => {
    const key = name?.toLowerCase() ?? ''
    const value = sent[key]
    return typeof value === 'string' ? [[key, value] as const] : []
  })
  return Object.fromEntries(forwarded)
}
