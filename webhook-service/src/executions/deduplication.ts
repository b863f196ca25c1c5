import { createHash } from 'node:crypto'
import type { Deduplication } from '../deliveries/delivery-guard.ts'
import type { FormatRules } from './formats.ts'

const second = 1000
const hour = 3600 * second

/** Senders redeliver for three days (contract.md 4). */
const byIdMs = 72 * hour
/** Two equal bodies without an id are one within a minute (contract.md 8 row 40). */
const byBodyMs = 60 * second

const maxIdLength = 200

/** The id the sender gave its delivery; null when it has none. A longer one than any real sender's is kept as its digest. */
export function deliveryIdOf(
  { deliveryHeader }: Pick<FormatRules, 'deliveryHeader'>,
  headers: Record<string, string>,
): string | null {
  const id = deliveryHeader === null ? '' : (headers[deliveryHeader] ?? '').trim()
  if (id === '') return null
  return id.length <= maxIdLength ? id : createHash('sha256').update(id).digest('base64url')
}

type Known = { deliveryId: string | null; digest: string | null; event: string | null; now: number }

/**
 * By what a second delivery of the same thing is known; null when this format does not de-duplicate. Senders of two formats
 * may give the same id, and two events have the same body.
 */
export function deduplicationOf(
  { name, deliveryHeader }: Pick<FormatRules, 'name' | 'deliveryHeader'>,
  { deliveryId, digest, event, now }: Known,
): Deduplication | null {
  if (deliveryHeader === null) return null
  if (deliveryId !== null) return { key: `${name}:id:${deliveryId}`, until: now + byIdMs }
  return digest === null ? null : { key: `${name}:body:${event ?? ''}:${digest}`, until: now + byBodyMs }
}
