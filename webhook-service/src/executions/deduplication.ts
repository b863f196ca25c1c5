import { digestText } from '@gatehouse/service-kit/tokens/secret-token'
import { firstHeader } from '../first-header.ts'
import type { Deduplication } from '../messages/deduplication-queries.ts'
import type { FormatRules } from './formats.ts'

const second = 1000
const hour = 3600 * second

/** Code hosts allow manual redelivery for three days. */
const idWindowMs = 72 * hour
/** Without an id, two equal bodies within a minute count as one delivery. */
const bodyWindowMs = 60 * second

const maxIdLength = 200

/** The delivery id of the sender, or null. Very long ids are replaced by their digest. */
export function senderDeliveryIdOf(
  { headers }: Pick<FormatRules, 'headers'>,
  sent: Record<string, string>,
): string | null {
  const id = headers.delivery && firstHeader([headers.delivery], sent)?.value
  if (!id) return null
  return id.length <= maxIdLength ? id : digestText(id)
}

type DeliveryFacts = {
  senderDeliveryId: string | null
  digest: string | null
  event: string | null
  now: number
}

/**
 * Null for formats without deduplication. Two formats can have the same delivery id, and two events the same body; so the key
 * contains the format, and for digests also the event.
 */
export function deduplicationOf(
  { name, headers }: Pick<FormatRules, 'name' | 'headers'>,
  { senderDeliveryId, digest, event, now }: DeliveryFacts,
): Deduplication | null {
  if (headers.delivery === null) return null
  if (senderDeliveryId !== null) return { key: `${name}:id:${senderDeliveryId}`, until: now + idWindowMs }
  return digest === null ? null : { key: `${name}:body:${event ?? ''}:${digest}`, until: now + bodyWindowMs }
}
