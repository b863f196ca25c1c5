import type { IncomingMessage } from 'node:http'
import type { ErrorCode } from '@gatehouse/proto/errors/catalog'
import {
  channelRateLimit,
  type ExecutionFormat,
  executionFormats,
  type FormatName,
  maxMultipartBytes,
} from '@gatehouse/proto/executions/formats'
import { resultText } from '@gatehouse/proto/executions/results'
import type { ExecutionOutcome } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { fromRateLimitState } from '@gatehouse/service-kit/errors/limit-state'
import { parseFields } from '@gatehouse/service-kit/fields/field-problems'
import { queryFlag, readFlag } from '@gatehouse/service-kit/fields/fields'
import { z } from 'zod'
import { type HttpResponse, jsonResponse } from '../http/http-response.ts'
import { noThread } from '../http/no-thread.ts'
import { webhookIdAndToken } from '../http/params.ts'
import { readQuery } from '../http/query.ts'
import { renderError as renderJsonError } from '../http/render-error.ts'
import type { RequestContext } from '../http/request-context.ts'
import { requireField } from '../http/require-field.ts'
import type { ApiRoute, FieldErrors, RouteResponse } from '../http/route.ts'
import { messageResponse } from '../messages/message-response.ts'
import type { DocumentedHeader } from '../openapi/headers.ts'
import { DryRunResponse, MessageResponse } from '../schemas/messages.ts'
import { countExecution } from './execution-counter.ts'
import { type ExecuteInput, executionHead } from './execution-head.ts'
import { renderTextError } from './render-text-error.ts'
import { sendExecution } from './send-execution.ts'

const executeQuery = z.object({
  ...noThread,
  wait: queryFlag.optional().describe('If true, the response is the stored message.'),
  dry_run: queryFlag
    .optional()
    .describe(
      'If true, the response is the result as JSON, also an error. Renders and filters without storing. Deduplication is not checked. Counts against the limits.',
    ),
})

const executeErrors = [
  'INVALID_FORM_BODY',
  'UNKNOWN_WEBHOOK',
  'CHANNEL_ARCHIVED',
  'FORMAT_NOT_ALLOWED',
  'INVALID_PAYLOAD',
  'RATE_LIMITED',
] as const satisfies readonly ErrorCode[]

export type ExecuteDefinition = {
  operationId: string
  name: FormatName
  /** The last segment of the path; empty: none. Default: the name of the format. */
  pathSegment?: string
  summary: string
  /** For documentation only: webhook-service parses the body. */
  body: z.ZodType
  /** The event of the examples of the body. */
  exampleEvent?: string
  /** Documents `respondAccepted`. */
  acceptedResponse: RouteResponse
  /** The response without a message: none was requested, or none was posted. */
  respondAccepted(headers: readonly string[]): HttpResponse
  errors?: readonly ErrorCode[]
  /** Field codes of webhook-service. */
  fieldErrors?: FieldErrors
  /** If errors are plain text instead of JSON. */
  errorText?: (code: ErrorCode) => string
}

/** Declares a route that executes a webhook. The gateway streams the body and does not parse it. */
export function executionRoute(definition: ExecuteDefinition): ApiRoute {
  const { operationId, name, summary, body, acceptedResponse, errors = [], pathSegment = name } = definition
  const format = executionFormats[name]
  const path = ['/webhooks/{webhook_id}/{token}', pathSegment].filter((part) => part !== '').join('/')
  return {
    operationId,
    tag: 'executions',
    method: 'post',
    path,
    access: 'anyone',
    summary,
    rateLimit: null,
    limitedBy: limitText(format),
    bodyLimit: format.maxBytes,
    body,
    query: executeQuery,
    params: webhookIdAndToken,
    responses: [acceptedResponse, shownResponse],
    errors: [...executeErrors, ...errors],
    ...(definition.errorText ? { errorText: definition.errorText } : {}),
    isSenderBody: true,
    fieldErrors: definition.fieldErrors ?? {},
    requestHeaders: executionHeaders(format, definition.exampleEvent),
    responseHeaders: ['X-Webhook-Result'],
    async respond(context, gateway) {
      const params = parseFields(webhookIdAndToken, context.params)
      const query = parseFields(executeQuery, readQuery(context.req.url ?? ''))
      const head = executionHead({ name, path, params, query }, context)
      const { rateLimit, ...response } = await sendExecution(
        head,
        maxBytesOf(format, context.req),
        context,
        gateway,
      )
      context.rateLimit = rateLimit ? fromRateLimitState(rateLimit) : null
      const outcome = requireField(response.outcome)
      if (!query.dry_run) countExecution(name, resultText(outcome))
      return responseOf(outcome, query, definition.respondAccepted)
    },
    renderError(error, context) {
      const isDry = isDryRun(context)
      const response =
        isDry || !definition.errorText ? renderJsonError(error) : renderTextError(error, definition.errorText)
      const result = `rejected:${error.code}`
      if (!isDry) countExecution(name, context.signal.aborted ? 'disconnected' : result)
      return { ...response, headers: [...response.headers, ...resultHeader(result)] }
    },
  }
}

const shownResponse: RouteResponse = {
  status: 200,
  description: 'With wait=true the message, with dry_run=true the result of the execution.',
  schema: z.union([MessageResponse, DryRunResponse]),
}

/** Read from the URL: there is no parsed query if another parameter is invalid. */
function isDryRun({ req }: RequestContext): boolean {
  const [, query] = (req.url ?? '').split('?')
  return readFlag(String(new URLSearchParams(query).getAll('dry_run'))) === true
}

/** A message with files may be larger: webhook-service drops them as they arrive. */
function maxBytesOf({ format, maxBytes }: ExecutionFormat, { headers }: IncomingMessage): number {
  const isMultipart = /^\s*multipart\/form-data\b/i.test(headers['content-type'] ?? '')
  return isMultipart && format === executionFormats.native.format ? maxMultipartBytes : maxBytes
}

function limitText({ rateLimit, burstLimit, eventLimits }: ExecutionFormat): string {
  const channel = `${channelRateLimit.limit} in ${channelRateLimit.windowSeconds} s per channel`
  const perWebhook = [rateLimit, burstLimit, eventLimits?.unposted].flatMap((limit) =>
    limit ? [`${limit.limit} in ${limit.windowSeconds} s per webhook (bucket ${limit.bucket})`] : [],
  )
  return `webhook-service: ${[...perWebhook, channel].join(', ')}`
}

function executionHeaders({ headers }: ExecutionFormat, exampleEvent?: string): DocumentedHeader[] {
  const described = [
    [headers.delivery, 'The id of the delivery, for deduplication.'] as const,
    ...headers.signature.map(
      (name) => [name, 'The HMAC-SHA256 of the body, if the webhook has a signing secret.'] as const,
    ),
    [headers.timestamp, 'The time of the signature in Unix seconds.'] as const,
    ['Content-Encoding', 'gzip, deflate or br.'] as const,
  ]
  const event = { description: 'The event.', schema: { type: 'string', examples: [exampleEvent] } }
  return [
    ...headers.event.map((name) => ({ name, ...event })),
    ...described.flatMap(([name, description]) => (name === null ? [] : [{ name, description }])),
  ]
}

function responseOf(
  outcome: ExecutionOutcome,
  { wait = false, dry_run = false }: ExecuteInput['query'],
  respondAccepted: ExecuteDefinition['respondAccepted'],
): HttpResponse {
  const result = resultText(outcome)
  const headers = resultHeader(result)
  const message = outcome.message ? messageResponse(outcome.message) : null
  if (dry_run) return jsonResponse(200, { result, detail: outcome.detail ?? null, message }, headers)
  return wait && message ? jsonResponse(200, message, headers) : respondAccepted(headers)
}

/** Names from webhook-service are safe in a header. A newer version may return others, so other characters are replaced. */
function resultHeader(result: string): string[] {
  return ['X-Webhook-Result', result.replace(/[^\x20-\x7e]/g, '?')]
}
