import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import { type Handoff, handoffLifetimeMs } from './handoff.ts'
import type { HandoffRecord } from './handoff-scripts.ts'
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

export function toClaimRecord({ secretDigest, fingerprint, client }: Claim) {
  return { secret: secretDigest, mark: fingerprint, receiver: JSON.stringify(client) }
}

export function fromRecord([state, created, expires, receiver]: HandoffRecord): Handoff {
  return {
    state: state === 'completed' ? 'completed' : 'pending',
    createdAt: Number(created),
    expiresAt: Number(expires),
    receiver: receiverFromRecord(receiver),
  }
}

export function receiverFromRecord(json: string): Client | null {
  return json ? (JSON.parse(json) as Client) : null
}
