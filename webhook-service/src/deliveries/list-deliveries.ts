import { formatNames } from '@gatehouse/proto/executions/formats'
import { resultWords } from '@gatehouse/proto/executions/results'
import type {
  ListDeliveriesRequest,
  ListDeliveriesResponse,
} from '@gatehouse/proto/gen/webhooks/v1/deliveries'
import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import { isSnowflake } from '@gatehouse/service-kit/ids/snowflake'
import { pageSizeOf, toPage } from '@gatehouse/service-kit/resources/paging'
import type { WebhookContext } from '../context.ts'
import type { CallContext } from '../directory-client.ts'
import { managedWebhook } from '../webhooks/find-webhook.ts'
import { presentDelivery } from './present-delivery.ts'

type Context = Pick<WebhookContext, 'directory' | 'webhooks' | 'deliveries' | 'clock'>
type Problems = Parameters<typeof invalidFields>[0]

const pageSizes = { default: 50, max: 100 }

export async function listDeliveries(
  ctx: Context,
  request: ListDeliveriesRequest,
  call: CallContext,
): Promise<ListDeliveriesResponse> {
  const { actor, webhookId } = request
  await managedWebhook(ctx, { actor, id: webhookId }, call)
  const { size, ...range } = validateRange(request)
  const filter = {
    result: resultWords[request.result] ?? null,
    format: formatNames[request.format] ?? null,
    event: request.event || null,
  }
  const found = await ctx.deliveries.list({ webhookId, limit: size + 1, ...range }, filter, ctx.clock.now())
  const { items, nextPageToken } = toPage(found, size, ({ id }) => id)
  const newestFirst = range.after === null ? items : items.toReversed()
  return { deliveries: newestFirst.map(presentDelivery), nextPageToken }
}

function validateRange(request: ListDeliveriesRequest) {
  const { pageToken, after, since, until } = request
  const size = pageSizeOf(request, pageSizes)
  const problems: Problems = {}
  if (pageToken !== '' && !isSnowflake(pageToken)) problems.page_token = 'INVALID_SNOWFLAKE_FORMAT'
  if (after !== undefined && !isSnowflake(after)) problems.after = 'INVALID_SNOWFLAKE_FORMAT'
  if (Object.keys(problems).length > 0) throw invalidFields(problems)
  const token = pageToken || null
  return {
    size,
    since: since?.getTime() ?? null,
    until: until?.getTime() ?? null,
    ...(after === undefined ? { before: token, after: null } : { before: null, after: token ?? after }),
  }
}
