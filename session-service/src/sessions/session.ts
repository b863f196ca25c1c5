import type { ProofMethod } from '@gatehouse/proto/gen/sessions/v1/sessions'
import type { ClientInfo } from '../client-info.ts'

export type Proof = { at: number; methods: ProofMethod[] }

/** Times are milliseconds since 1970. */
export type Session = {
  idHash: string
  accountId: string
  /** Id hash of the session that gave it by a handoff; null for a sign-in. */
  parent: string | null
  createdAt: number
  /** Up to a minute late, since uses are stored once a minute. */
  lastUsedAt: number
  proof: Proof | null
  client: ClientInfo
}

export type Lifetime = { idleMs: number; absoluteMs: number }

type SessionTimes = Pick<Session, 'createdAt' | 'lastUsedAt'>

export function expiryOf({ createdAt, lastUsedAt }: SessionTimes, { idleMs, absoluteMs }: Lifetime): number {
  return Math.min(lastUsedAt + idleMs, createdAt + absoluteMs)
}

export function isExpired(session: SessionTimes, now: number, lifetime: Lifetime): boolean {
  return now >= expiryOf(session, lifetime)
}
