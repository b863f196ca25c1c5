import { executionFormats } from '@gatehouse/proto/executions/formats'
import type {
  ReplayDeliveryRequest,
  ReplayDeliveryResponse,
} from '@gatehouse/proto/gen/webhooks/v1/deliveries'
import { toRateLimitState } from '@gatehouse/service-kit/errors/limit-state'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { WebhookContext } from '../context.ts'
import { managedDelivery } from '../deliveries/find-delivery.ts'
import { presentDelivery } from '../deliveries/present-delivery.ts'
import { channelOfWebhook } from '../webhooks/find-webhook.ts'
import { senderDeliveryIdOf } from './deduplication.ts'
import type { ExecuteContext } from './execute.ts'
import { takeArrivalLimits, takeRenderedLimits } from './execution-limits.ts'
import { finishExecution } from './finish-execution.ts'
import { formatRules, renderJob } from './formats.ts'

type Context = ExecuteContext & Pick<WebhookContext, 'webhooks' | 'deliveries'>

export async function replayDelivery(
  ctx: Context,
  request: ReplayDeliveryRequest,
  call: Call,
): Promise<ReplayDeliveryResponse> {
  const { webhook, delivery, request: recorded } = await managedDelivery(ctx, request, call)
  if (recorded.isTruncated) throw new ServiceError('DELIVERY_BODY_TRUNCATED')
  const channel = await channelOfWebhook(ctx, webhook, call)
  if (channel.archived) throw new ServiceError('CHANNEL_ARCHIVED')
  const format = formatRules(executionFormats[delivery.source.format].format)
  const arrival = await takeArrivalLimits(ctx, format, webhook)

  const { headers, body } = recorded
  using reservation = ctx.byteBudget.openReservation(webhook.id)
  reservation.reserve(body.length)
  const job = {
    ...renderJob(format, { contentType: headers['content-type'] ?? '', headers }),
    filter: webhook.settings.eventFilter,
  }
  const chunks = [new Uint8Array(body)]
  const caller = { webhookId: webhook.id, signal: call.signal }
  const rendering = await ctx.renderer.render(job, { chunks, size: body.length }, caller)
  const isPosted = rendering.kind === 'rendered'
  const rateLimit = await takeRenderedLimits(ctx, format, webhook, { isPosted, arrival })
  const { recordId } = await finishExecution(ctx, {
    webhook,
    format: format.name,
    rendering,
    senderDeliveryId: senderDeliveryIdOf(format, headers),
    deduplication: null,
    isMessageWanted: false,
    requestToRecord: { request: recorded, replayOf: delivery.id },
  })
  const replayed = recordId && (await ctx.deliveries.find(webhook.id, recordId, ctx.clock.now()))
  if (!replayed) throw new ServiceError('UNKNOWN_DELIVERY')
  return { delivery: presentDelivery(replayed.delivery), rateLimit: toRateLimitState(rateLimit) }
}
