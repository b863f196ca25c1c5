import { createHash } from 'node:crypto'
import type { ExecuteHead } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import type { Logger } from '@gatehouse/service-kit/process/log'
import type { WebhookContext } from '../context.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import type { Body } from './collect-body.ts'
import { deliveryIdOf } from './deduplication.ts'
import type { FormatRules } from './formats.ts'
import { openSignature } from './open-signature.ts'
import { readBody } from './read-body.ts'

type Context = Pick<WebhookContext, 'signingSecrets' | 'clock'>

/** A post on its way in. */
export type Arrival = {
  head: ExecuteHead
  format: FormatRules
  webhook: Webhook
  data: AsyncIterable<Uint8Array>
  log: Logger
}

type Arrived = { body: Body; deliveryId: string | null; digest: string | null }

/**
 * The body once it is whole and, where the webhook has a secret, proved to be the sender's; what is left of it besides is how
 * a second delivery is known.
 */
export async function readSignedBody(
  ctx: Context,
  { head, format, webhook, data, log }: Arrival,
  take: (bytes: number) => void,
): Promise<Arrived> {
  const signature = openSignature(ctx, { head, format, webhook, log })
  const deliveryId = deliveryIdOf(format, head.headers)
  const needsDigest = deliveryId === null && format.deliveryHeader !== null && webhook.settings.deduplicate
  const hash = needsDigest ? createHash('sha256') : null
  const onBytes = (bytes: Uint8Array) => {
    hash?.update(bytes)
    signature?.update(bytes)
  }
  const body = await readBody(data, { head, format, take, onBytes })
  signature?.assertFits()
  return { body, deliveryId, digest: hash?.digest('base64url') ?? null }
}
