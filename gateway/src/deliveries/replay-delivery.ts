import { defineRoute } from '../http/define-route.ts'
import { webhookAndDeliveryId } from '../http/params.ts'
import { reportLimit } from '../http/rate-limit.ts'
import { DeliveryResponse } from '../schemas/deliveries.ts'
import { managerErrors } from '../webhooks/manager-errors.ts'
import { deliveryJson } from './delivery-json.ts'

export const replayDelivery = defineRoute({
  operationId: 'replayDelivery',
  tag: 'webhooks',
  method: 'post',
  path: '/webhooks/{webhook_id}/deliveries/{delivery_id}/replay',
  access: 'account',
  summary:
    'Execute a stored request again, with the current settings and without deduplication. Requires the Manage Webhooks permission.',
  rateLimit: { bucket: 'webhook:replay', per: 'webhook_id' },
  params: webhookAndDeliveryId,
  response: DeliveryResponse,
  errors: [
    ...managerErrors,
    'UNKNOWN_WEBHOOK',
    'UNKNOWN_DELIVERY',
    'DELIVERY_BODY_TRUNCATED',
    'CHANNEL_ARCHIVED',
  ],
  async handler({ actor, params, services, context }) {
    const { delivery, rateLimit } = await services.deliveries.replayDelivery(
      { actor, webhookId: params.webhook_id, id: params.delivery_id },
      context,
    )
    reportLimit(context, rateLimit)
    return deliveryJson(delivery)
  },
})
