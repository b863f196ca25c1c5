import { defineRoute } from '../http/define-route.ts'
import { webhookAndDeliveryId } from '../http/params.ts'
import { requireField } from '../http/require-field.ts'
import { DeliveryDetailResponse } from '../schemas/deliveries.ts'
import { managerErrors } from '../webhooks/manager-errors.ts'
import { deliveryJson } from './delivery-json.ts'

export const getDelivery = defineRoute({
  operationId: 'getDelivery',
  tag: 'webhooks',
  method: 'get',
  path: '/webhooks/{webhook_id}/deliveries/{delivery_id}',
  access: 'account',
  summary: 'Get a delivery with its request. Requires the Manage Webhooks permission.',
  rateLimit: { bucket: 'webhook:delivery', per: 'webhook_id' },
  params: webhookAndDeliveryId,
  response: DeliveryDetailResponse,
  errors: [...managerErrors, 'UNKNOWN_WEBHOOK', 'UNKNOWN_DELIVERY'],
  async handler({ actor, params, services, context }) {
    const { delivery, request } = await services.deliveries.getDelivery(
      { actor, webhookId: params.webhook_id, id: params.delivery_id },
      context,
    )
    const { headers, body, bodyTruncated, path = null, addressPrefix = null } = requireField(request)
    const sent = { headers, body, body_truncated: bodyTruncated, path, address_prefix: addressPrefix }
    return { ...deliveryJson(delivery), request: sent }
  },
})
