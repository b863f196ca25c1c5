import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import { type Handoff, handoffLifetimeMs } from './handoff.ts'
import type { Claim } from './receiver.ts'

/** Who begins: a giver by account and session, or a receiver. */
export type Side = { giver: string; session: string } | { claim: Claim }

/** A new handoff as a Redis hash. Claiming and completing it add fields (handoff-scripts.ts). */
export function toRecord(side: Side, now: number): Record<string, string> {
  return {
    state: 'pending',
    created: String(now),
    expires: String(now + handoffLifetimeMs),
    ...('giver' in side ? { giver: side.giver, giverSession: side.session } : toClaimRecord(side.claim)),
  }
}

/** The fields that a claim adds. */
export function toClaimRecord({ secretDigest, mark, client }: Claim) {
  return { secret: secretDigest, mark, receiver: JSON.stringify(client) }
}

/** Null for a hash that is not there. */
export function fromRecord(record: Record<string, string>): (Handoff & { giver: string | null }) | null {
  if (!record.expires) return null
  return {
    state: record.state === 'completed' ? 'completed' : 'pending',
    createdAt: Number(record.created),
    expiresAt: Number(record.expires),
    receiver: receiverFromRecord(record.receiver),
    giver: record.giver ?? null,
  }
}

/** The client of a claim; null if nobody claimed the code. */
export function receiverFromRecord(json: string | undefined): Client | null {
  // Written only by toClaimRecord.
  return json ? (JSON.parse(json) as Client) : null
}
