import { formatNames } from '@gatehouse/proto/executions/formats'
import {
  type Delivery,
  DeliveryAttempt_Outcome,
  DeliveryStatus,
} from '@gatehouse/proto/gen/webhooks/v1/deliveries'
import { requireField } from '../http/require-field.ts'

const statuses = {
  [DeliveryStatus.COMPLETED]: 'completed',
  [DeliveryStatus.PENDING]: 'pending',
  [DeliveryStatus.PUBLISHED]: 'published',
  [DeliveryStatus.FAILED]: 'failed',
} as const

export function deliveryJson(message: Delivery | undefined) {
  const delivery = requireField(message)
  const { format, event, action, senderDeliveryId } = requireField(delivery.source)
  return {
    id: delivery.id,
    webhook_id: delivery.webhookId,
    received_at: requireField(delivery.receivedAt).toISOString(),
    format: requireField(formatNames[format]),
    event: event ?? null,
    action: action ?? null,
    sender_delivery_id: senderDeliveryId ?? null,
    result: delivery.result,
    detail: delivery.detail ?? null,
    status: statusOf(delivery),
    message_id: delivery.messageId ?? null,
    replay_of: delivery.replayOf ?? null,
    attempts: delivery.attempts.map(({ at, outcome }) => ({
      at: requireField(at).toISOString(),
      outcome: outcome === DeliveryAttempt_Outcome.PUBLISHED ? ('published' as const) : ('failed' as const),
    })),
  }
}

function statusOf({ status }: Delivery) {
  return requireField(Object.hasOwn(statuses, status) ? statuses[status as keyof typeof statuses] : undefined)
}
