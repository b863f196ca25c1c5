import type { GetDeliveryRequest, GetDeliveryResponse } from '@gatehouse/proto/gen/webhooks/v1/deliveries'
import type { WebhookContext } from '../context.ts'
import type { CallContext } from '../directory-client.ts'
import { managedDelivery } from './find-delivery.ts'
import { presentDelivery } from './present-delivery.ts'
import { bodyText, redactBody } from './redact-body.ts'

type Context = Pick<WebhookContext, 'directory' | 'webhooks' | 'deliveries' | 'clock'>

export async function getDelivery(
  ctx: Context,
  request: GetDeliveryRequest,
  call: CallContext,
): Promise<GetDeliveryResponse> {
  const { delivery, request: recorded } = await managedDelivery(ctx, request, call)
  return {
    delivery: presentDelivery(delivery),
    request: {
      headers: recorded.headers,
      body: redactBody(bodyText(recorded)),
      bodyTruncated: recorded.isTruncated,
    },
  }
}
