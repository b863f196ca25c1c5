import type { ErrorCode } from '@gatehouse/proto/errors/catalog'
import { channelLimit, type ExecutionFormat, executionFormats } from '@gatehouse/proto/executions/formats'
import type { ExecuteResponse, Format } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import type { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { z } from 'zod'
import { parseFields } from '../http/field-problems.ts'
import { queryFlag } from '../http/fields.ts'
import { type HttpResponse, jsonTextResponse } from '../http/http-response.ts'
import { webhookIdAndToken } from '../http/params.ts'
import { readQuery } from '../http/query.ts'
import { renderError } from '../http/render-error.ts'
import type { Route, RouteResponse } from '../http/route.ts'
import { DryRunResponse, MessageResponse } from '../schemas/messages.ts'
import { executeBody } from './execute-body.ts'
import { type ExecuteInput, executeHead } from './execute-head.ts'
import { countExecution } from './execution-counter.ts'

const executeQuery = z.object({
  wait: queryFlag.optional().describe('If true, the response is the stored message.'),
  dry_run: queryFlag
    .optional()
    .describe('If true, nothing is stored. The response is the result of the execution.'),
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
  name: keyof typeof executionFormats
  format: Format
  summary: string
  /** For documentation only: webhook-service parses the body. */
  body: z.ZodType
  /** The response when no message is to be returned. */
  accepted: RouteResponse
  accept(headers: readonly string[]): HttpResponse
  errors?: readonly ErrorCode[]
  renderError?: (error: ServiceError) => HttpResponse
}

/** Declares a route that executes a webhook. The gateway streams the body and does not parse it. */
export function executeRoute(definition: ExecuteDefinition): Route {
  const { name, format, summary, body, accepted, errors = [] } = definition
  const rules = executionFormats[name]
  return {
    method: 'post',
    path: `/webhooks/{webhook_id}/{token}/${name}`,
    access: 'anyone',
    summary,
    rateLimit: null,
    limitedBy: limitText(rules),
    body,
    query: executeQuery,
    params: webhookIdAndToken,
    responses: [accepted, messageResponse],
    errors: [...executeErrors, ...errors],
    plainErrors: definition.renderError !== undefined,
    foreignBody: true,
    async respond(context, gateway) {
      const params = parseFields(webhookIdAndToken, context.params)
      const query = parseFields(executeQuery, readQuery(context.req.url ?? ''))
      const head = executeHead({ format, params, query }, context)
      const response = await executeBody(head, rules.maxBytes, context, gateway)
      context.rateLimit = response.rateLimit ?? null
      if (!query.dry_run) countExecution(name, response.result)
      return replyTo(response, query, definition.accept)
    },
    renderError(error) {
      const reply = (definition.renderError ?? renderError)(error)
      const result = `rejected:${error.code}`
      countExecution(name, result)
      return { ...reply, headers: [...reply.headers, ...resultHeader(result)] }
    },
  }
}

const messageResponse: RouteResponse = {
  status: 200,
  description: 'With wait=true the message, with dry_run=true the result of the execution.',
  schema: z.union([MessageResponse, DryRunResponse]),
}

function limitText({ limit }: ExecutionFormat): string {
  const channel = `${channelLimit.limit} in ${channelLimit.windowSeconds} s per channel`
  return `webhook-service: ${limit.limit} in ${limit.windowSeconds} s per webhook (bucket ${limit.bucket}), ${channel}`
}

function replyTo(
  { result, messageJson, detail }: ExecuteResponse,
  { wait = false, dry_run = false }: ExecuteInput['query'],
  accept: ExecuteDefinition['accept'],
): HttpResponse {
  const headers = resultHeader(result)
  if (dry_run) {
    const outcome = JSON.stringify({ result, detail: detail ?? null }).slice(0, -1)
    return jsonTextResponse(200, `${outcome},"message":${messageJson ?? 'null'}}`, headers)
  }
  return wait && messageJson !== undefined ? jsonTextResponse(200, messageJson, headers) : accept(headers)
}

/** A result can contain an event name or path of the payload, so characters that headers cannot hold are replaced. */
function resultHeader(result: string): string[] {
  return ['X-Webhook-Result', result.replace(/[^\x20-\x7e]/g, '?')]
}
