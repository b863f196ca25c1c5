import { executionFormats, type FormatName } from '@gatehouse/proto/executions/formats'
import { Format } from '@gatehouse/proto/gen/webhooks/v1/messages'
import { ExecutionResult } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import { rejectUnless, wrongType } from '@gatehouse/service-kit/fields/field-problems'
import { instant, queryInteger, text } from '@gatehouse/service-kit/fields/fields'
import { z } from 'zod'
import { defineRoute } from '../http/define-route.ts'
import { webhookId } from '../http/params.ts'
import { SnowflakeType } from '../schemas/common.ts'
import { DeliveriesResponse } from '../schemas/deliveries.ts'
import { managerErrors } from '../webhooks/manager-errors.ts'
import { nextRange } from '../webhooks/page.ts'
import { deliveryJson } from './delivery-json.ts'

const results = {
  rendered: ExecutionResult.RENDERED,
  duplicate: ExecutionResult.DUPLICATE,
  ignored: ExecutionResult.IGNORED,
  filtered: ExecutionResult.FILTERED,
  unrenderable: ExecutionResult.UNRENDERABLE,
  rejected: ExecutionResult.REJECTED,
} as const

const oneOf = <T extends string>(words: T[]) => z.enum(words, { error: wrongType('INVALID_FORMAT') })

const deliveryPage = z.object({
  limit: queryInteger({ min: 1, max: 100 }).optional().describe('Maximum number of deliveries. Default: 50.'),
  before: SnowflakeType.optional().describe('Return deliveries with a smaller id.'),
  after: SnowflakeType.optional().describe(
    'Return deliveries with a larger id. Cannot be combined with before.',
  ),
  result: oneOf(Object.keys(results) as (keyof typeof results)[])
    .optional()
    .describe('The first word of the result.'),
  format: oneOf(Object.keys(executionFormats) as FormatName[])
    .optional()
    .describe('The format of the payload.'),
  event: text({ min: 1, max: 200 })
    .check(rejectUnless('INVALID_FORMAT', (name: string) => /^[\w.:-]+$/.test(name)))
    .optional()
    .describe('The event as its sender names it, such as issues.'),
  since: instant.optional().describe('Return deliveries from this time on.'),
  until: instant.optional().describe('Return deliveries up to this time.'),
})

export const listDeliveries = defineRoute({
  operationId: 'listDeliveries',
  tag: 'webhooks',
  method: 'get',
  path: '/webhooks/{webhook_id}/deliveries',
  access: 'account',
  summary:
    'List the accepted executions of the last 7 days, at most about 1,000, newest first. Requires the Manage Webhooks permission.',
  rateLimit: { bucket: 'webhook:read', per: 'webhook_id' },
  params: webhookId,
  query: deliveryPage,
  response: DeliveriesResponse,
  errors: [...managerErrors, 'UNKNOWN_WEBHOOK'],
  fieldErrors: { after: ['FIELD_NOT_ALLOWED'] },
  fieldPaths: { page_size: 'limit', page_token: 'before' },
  responseHeaders: ['Link'],
  inTurn: true,
  async handler({ actor, params, query, services, context, linkTo }) {
    const { limit, before, after, result, format, event, since, until } = query
    if (before !== undefined && after !== undefined) throw invalidFields({ after: 'FIELD_NOT_ALLOWED' })
    const { deliveries, nextPageToken } = await services.deliveries.listDeliveries(
      {
        actor,
        webhookId: params.webhook_id,
        pageSize: limit ?? 0,
        pageToken: before ?? '',
        after,
        result: result === undefined ? ExecutionResult.UNSPECIFIED : results[result],
        format: format === undefined ? Format.UNSPECIFIED : executionFormats[format].format,
        event,
        since,
        until,
      },
      context,
    )
    linkTo('next', nextPageOf(query, nextPageToken))
    return deliveries.map(deliveryJson)
  },
})

/** With the same conditions. */
function nextPageOf(
  { result, format, event, since, until, ...range }: z.output<typeof deliveryPage>,
  nextPageToken: string,
): Record<string, string> | null {
  const next = nextRange(range, nextPageToken)
  const conditions = { result, format, event, since: since?.toISOString(), until: until?.toISOString() }
  const given = Object.entries(conditions).filter((each): each is [string, string] => each[1] !== undefined)
  return next && { ...Object.fromEntries(given), ...next }
}
