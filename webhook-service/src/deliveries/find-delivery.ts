import type { GetDeliveryRequest } from '@gatehouse/proto/gen/webhooks/v1/deliveries'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { isSnowflake } from '@gatehouse/service-kit/ids/snowflake'
import type { WebhookContext } from '../context.ts'
import type { CallContext } from '../directory-client.ts'
import { managedWebhook } from '../webhooks/find-webhook.ts'

type Context = Pick<WebhookContext, 'directory' | 'webhooks' | 'deliveries' | 'clock'>

/** Fails like `managedWebhook`, and with UNKNOWN_DELIVERY. */
export async function managedDelivery(
  ctx: Context,
  { actor, webhookId, id }: GetDeliveryRequest,
  call: CallContext,
) {
  const webhook = await managedWebhook(ctx, { actor, id: webhookId }, call)
  const found = isSnowflake(id) ? await ctx.deliveries.find(webhook.id, id, ctx.clock.now()) : null
  if (!found) throw new ServiceError('UNKNOWN_DELIVERY')
  return { webhook, ...found }
}
