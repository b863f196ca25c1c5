import {
  DeliveryAttempt_Outcome,
  DeliveryStatus,
  type Delivery as WireDelivery,
} from '@gatehouse/proto/gen/webhooks/v1/deliveries'
import { snowflakeTime } from '@gatehouse/service-kit/ids/snowflake'
import type { OutboxState } from '@gatehouse/service-kit/outbox/publication'
import type { Delivery } from '../messages/delivery.ts'
import { presentSource } from '../messages/present-message.ts'

/** A message has the id of its delivery. */
export function presentDelivery({ id, source, outbox, ...delivery }: Delivery): WireDelivery {
  return {
    id,
    webhookId: delivery.webhookId,
    receivedAt: new Date(snowflakeTime(id)),
    source: presentSource(source),
    result: delivery.result,
    detail: delivery.detail ?? undefined,
    replayOf: delivery.replayOf ?? undefined,
    messageId: outbox === null ? undefined : id,
    status: outbox === null ? DeliveryStatus.COMPLETED : statuses[outbox.state],
    attempts: outbox === null ? [] : attemptsOf(outbox),
  }
}

const statuses: Record<OutboxState['state'], DeliveryStatus> = {
  pending: DeliveryStatus.PENDING,
  published: DeliveryStatus.PUBLISHED,
  unreadable: DeliveryStatus.FAILED,
}

function attemptsOf(outbox: OutboxState): WireDelivery['attempts'] {
  switch (outbox.state) {
    case 'pending':
      return []
    case 'unreadable':
      return [{ at: new Date(outbox.at), outcome: DeliveryAttempt_Outcome.FAILED }]
    case 'published': {
      // The id of a stream entry begins with the time at which Redis appended it.
      const at = new Date(Number.parseInt(outbox.streamId, 10))
      return [{ at, outcome: DeliveryAttempt_Outcome.PUBLISHED }]
    }
  }
}
