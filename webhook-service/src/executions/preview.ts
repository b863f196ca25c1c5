import type { PreviewRequest, PreviewResponse } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { senderDeliveryIdOf } from './deduplication.ts'
import type { ExecuteContext } from './execute.ts'
import { finishExecution } from './finish-execution.ts'
import { formatRules, renderJob } from './formats.ts'
import { readBody, readHead } from './read-body.ts'

const noWebhook = { id: '0', channelId: '0', guildId: '0', name: 'Webhook', avatar: null }

/** The result that `execute` would have for the same body at a webhook with default settings. Stores nothing. */
export async function preview(
  ctx: ExecuteContext,
  requests: AsyncIterable<PreviewRequest>,
  { signal }: Pick<Call, 'signal'>,
): Promise<PreviewResponse> {
  const { head, data } = await readHead(requests)
  const format = formatRules(head.format)
  using reservation = ctx.byteBudget.openReservation(noWebhook.id)
  const body = await readBody(data, { head, format, reserve: reservation.reserve })
  const job = renderJob(format, { contentType: body.contentType, headers: head.headers })
  const rendering = await ctx.renderer.render(job, body, { webhookId: noWebhook.id, signal })
  const { outcome } = await finishExecution(ctx, {
    webhook: noWebhook,
    format: format.name,
    rendering,
    senderDeliveryId: senderDeliveryIdOf(format, head.headers),
    deduplication: null,
    isMessageWanted: true,
    requestToRecord: null,
  })
  return { outcome }
}
