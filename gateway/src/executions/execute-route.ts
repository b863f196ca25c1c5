import type { ErrorCode } from '@gatehouse/proto/errors/catalog'
import type { ExecuteResponse, Format } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import type { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { z } from 'zod'
import { parseFields } from '../http/field-problems.ts'
import { queryFlag } from '../http/fields.ts'
import { webhookIdAndToken } from '../http/params.ts'
import { readQuery } from '../http/query.ts'
import { renderError } from '../http/render-error.ts'
import { jsonText, type Reply } from '../http/reply.ts'
import type { Route, RouteResponse } from '../http/route.ts'
import { DryRunResponse, MessageResponse } from '../shapes/messages.ts'
import { executeBody } from './execute-body.ts'
import { type Execution, executeHead } from './execute-head.ts'
import { countExecution } from './execution-counter.ts'

const executeQuery = z.object({
  wait: queryFlag.optional().describe('True answers with the message once it is stored.'),
  dry_run: queryFlag.optional().describe('True tells what would happen; nothing is stored.'),
})

const executeErrors = [
  'INVALID_FORM_BODY',
  'UNKNOWN_WEBHOOK',
  'CHANNEL_ARCHIVED',
  'UNSUPPORTED_MEDIA_TYPE',
  'MALFORMED_JSON',
  'INVALID_PAYLOAD',
  'RATE_LIMITED',
] as const satisfies readonly ErrorCode[]

type ExecuteDefinition = {
  path: string
  format: Format
  summary: string
  /** The limits webhook-service holds executions against, in words. */
  limitedBy: string
  /** Bytes a body may have as it arrives; inflated ones are held against the same limit by webhook-service. */
  bodyLimit: number
  /** For documentation; nothing of the body is looked at here. */
  body: z.ZodType
  /** The answer to a post that was taken and whose message nobody asked to see. */
  accepted: RouteResponse
  accept(headers: readonly string[]): Reply
  errors?: readonly ErrorCode[]
  /** How refusals look, when not like everywhere. */
  renderRefusal?: (refusal: ServiceError) => Reply
}

/** Declares a route that executes a webhook. The gateway parses nothing of it (contract.md 9, "Execution path"). */
export function executeRoute(definition: ExecuteDefinition): Route {
  const { path, format, summary, limitedBy, bodyLimit, body, accepted, errors = [] } = definition
  const name = path.slice(path.lastIndexOf('/') + 1)
  return {
    method: 'post',
    path,
    access: 'anyone',
    summary,
    rateLimit: null,
    limitedBy,
    body,
    query: executeQuery,
    params: webhookIdAndToken,
    responses: [accepted, shown],
    errors: [...executeErrors, ...errors],
    plainErrors: definition.renderRefusal !== undefined,
    foreignBody: true,
    async answer(context, ctx) {
      const params = parseFields(webhookIdAndToken, context.params)
      const query = parseFields(executeQuery, readQuery(context.req.url ?? ''))
      const head = executeHead({ format, params, query }, context)
      const response = await executeBody(head, bodyLimit, context, ctx)
      context.rateLimit = response.rateLimit ?? null
      if (!query.dry_run) countExecution(name, response.result)
      return replyTo(response, query, definition.accept)
    },
    refuse(refusal) {
      const reply = (definition.renderRefusal ?? renderError)(refusal)
      const result = `rejected:${refusal.code}`
      countExecution(name, result)
      return { ...reply, headers: [...reply.headers, ...resultHeader(result)] }
    },
  }
}

const shown: RouteResponse = {
  status: 200,
  description: 'The message with wait=true, or what would happen with dry_run=true.',
  schema: z.union([MessageResponse, DryRunResponse]),
}

function replyTo(
  { result, messageJson, detail }: ExecuteResponse,
  { wait = false, dry_run = false }: Execution['query'],
  accept: ExecuteDefinition['accept'],
): Reply {
  const headers = resultHeader(result)
  if (dry_run) {
    const told = JSON.stringify({ result, detail: detail ?? null }).slice(0, -1)
    return jsonText(200, `${told},"message":${messageJson ?? 'null'}}`, headers)
  }
  return wait && messageJson !== undefined ? jsonText(200, messageJson, headers) : accept(headers)
}

/** The words of X-Webhook-Result (contract.md 8). They name events and paths of foreign payloads, so odd characters go. */
function resultHeader(result: string): string[] {
  return ['X-Webhook-Result', result.replace(/[^\x20-\x7e]/g, '?')]
}
