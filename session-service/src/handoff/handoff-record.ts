import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import { type Handoff, handoffLifetimeMs } from './handoff.ts'
import type { Claim } from './receiver.ts'

export type Side = { giver: string; session: string } | { claim: Claim }

export function toRecord(side: Side, now: number): Record<string, string> {
  return {
    state: 'pending',
    created: String(now),
    expires: String(now + handoffLifetimeMs),
    ...('giver' in side ? { giver: side.giver, giverSession: side.session } : toClaimRecord(side.claim)),
  }
}

export function toClaimRecord({ secretDigest, mark, client }: Claim) {
  return { secret: secretDigest, mark, receiver: JSON.stringify(client) }
}

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

export function receiverFromRecord(json: string | undefined): Client | null {
  return json ? (JSON.parse(json) as Client) : null
}
