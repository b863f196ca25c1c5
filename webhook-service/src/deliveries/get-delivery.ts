import type { GetDeliveryRequest, GetDeliveryResponse } from '@gatehouse/proto/gen/webhooks/v1/deliveries'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { WebhookContext } from '../context.ts'
import { managedDelivery } from './find-delivery.ts'
import { presentDelivery } from './present-delivery.ts'
import { bodyText } from './redact-body.ts'

type Context = Pick<WebhookContext, 'directory' | 'webhooks' | 'deliveries' | 'renderer' | 'clock'>

export async function getDelivery(
  ctx: Context,
  request: GetDeliveryRequest,
  call: Call,
): Promise<GetDeliveryResponse> {
  const { delivery, request: recorded } = await managedDelivery(ctx, request, call)
  return {
    delivery: presentDelivery(delivery),
    request: {
      headers: recorded.headers,
      body: await ctx.renderer.redact(bodyText(recorded), {
        webhookId: delivery.webhookId,
        signal: call.signal,
      }),
      bodyTruncated: recorded.isTruncated,
      path: recorded.path,
      addressPrefix: recorded.addressPrefix,
    },
  }
}
