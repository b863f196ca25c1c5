import { createHash } from 'node:crypto'
import type { Deduplication } from '../deliveries/delivery-guard.ts'
import type { FormatRules } from './formats.ts'

const second = 1000
const hour = 3600 * second

/** Senders redeliver for three days (contract.md 4). */
const byIdMs = 72 * hour
/** Two equal bodies without an id are one within a minute (contract.md 8 row 40). */
const byBodyMs = 60 * second

const longestId = 200

/** The id the sender gave its delivery; null when it has none. A longer one than any real sender's is kept as its digest. */
export function deliveryIdOf(
  { deliveryHeader }: Pick<FormatRules, 'deliveryHeader'>,
  headers: Record<string, string>,
): string | null {
  const id = deliveryHeader === null ? '' : (headers[deliveryHeader] ?? '').trim()
  if (id === '') return null
  return id.length <= longestId ? id : createHash('sha256').update(id).digest('base64url')
}

/** By what a second delivery of the same thing is known; null when this format does not de-duplicate. */
export function deduplicationOf(
  { deliveryHeader }: Pick<FormatRules, 'deliveryHeader'>,
  known: { deliveryId: string | null; digest: string | null; now: number },
): Deduplication | null {
  if (deliveryHeader === null) return null
  if (known.deliveryId !== null) return { key: `id:${known.deliveryId}`, until: known.now + byIdMs }
  return known.digest === null ? null : { key: `body:${known.digest}`, until: known.now + byBodyMs }
}
