import { z } from 'zod'
import { SnowflakeType } from './common.ts'
import { namedSchema, time } from './named-schema.ts'

const maybeText = z.string().nullable()

const exampleDelivery = {
  id: '1541815603606036485',
  webhook_id: '1541815603606036484',
  received_at: '2030-01-01T00:00:00.000Z',
  format: 'code-host',
  event: 'issues',
  action: 'opened',
  sender_delivery_id: '72d3162e-cc78-11e3-81ab-4c9367dc0958',
  result: 'rendered',
  detail: null,
  status: 'published' as const,
  message_id: '1541815603606036485',
  replay_of: null,
  attempts: [{ at: '2030-01-01T00:00:00.012Z', outcome: 'published' as const }],
}

export const DeliveryResponse = namedSchema(
  'DeliveryResponse',
  'The record of one execution of a webhook.',
  z.object({
    id: SnowflakeType,
    webhook_id: SnowflakeType,
    received_at: time,
    format: z.string(),
    event: maybeText,
    action: maybeText,
    sender_delivery_id: maybeText,
    result: z.string().describe('The value of X-Webhook-Result.'),
    detail: maybeText.describe('Why no message was created, or which blocks were omitted.'),
    status: z
      .enum(['completed', 'pending', 'published', 'failed'])
      .describe(
        'Whether consumers have the message: pending until it is in their stream. Completed if there is no message.',
      ),
    message_id: SnowflakeType.nullable(),
    replay_of: SnowflakeType.nullable().describe('The delivery that this one repeats.'),
    attempts: z
      .array(z.object({ at: time, outcome: z.enum(['published', 'failed']) }))
      .describe('Attempts to publish the message, oldest first.'),
  }),
  {
    delivery: exampleDelivery,
  },
)

export const DeliveriesResponse = namedSchema(
  'DeliveriesResponse',
  'Deliveries of a webhook, newest first.',
  z.array(DeliveryResponse),
)

export const DeliveryDetailResponse = namedSchema(
  'DeliveryDetailResponse',
  'A delivery with its request.',
  DeliveryResponse.extend({
    request: z.object({
      headers: z.record(z.string(), z.string()).describe('Names in lower case. Signatures are redacted.'),
      body: z
        .string()
        .describe(
          'The body after decompression; of a form, the field payload. E-mail and IP addresses and secrets are redacted.',
        ),
      body_truncated: z
        .boolean()
        .describe('Whether only the first 256 KiB were stored, or nothing of a rejected request.'),
      path: maybeText.describe('The path of a rejected request; null for others.'),
      address_prefix: maybeText.describe('The network of the sender of a rejected request; null for others.'),
    }),
  }),
  {
    delivery: {
      ...exampleDelivery,
      request: {
        headers: { 'content-type': 'application/json', 'x-github-event': 'issues' },
        body: '{"action":"opened","issue":{"number":7,"title":"The lamp is dark"}}',
        body_truncated: false,
        path: null,
        address_prefix: null,
      },
    },
  },
)
