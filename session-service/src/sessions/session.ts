import type { Location } from '@gatehouse/proto/gen/common/v1/client'
import type { ProofMethod } from '@gatehouse/proto/gen/sessions/v1/sessions'

/** How the holder of a session last proved themselves (contract.md 3.5). */
export type Proof = { at: number; methods: ProofMethod[] }

/** Where and with what a session began; what cannot be told is null (contract.md 7 row 39). */
export type Origin = {
  address: string
  userAgent: string
  browser: string | null
  os: string | null
  platform: string | null
  /** As the client sent it, else where its address is: for people to read, never for a decision. */
  location: Location | null
}

/** One sign-in of one account. Times are milliseconds since 1970. */
export type Session = {
  idHash: string
  accountId: string
  createdAt: number
  /** Behind by up to a minute: uses are written that often. */
  lastUsedAt: number
  proof: Proof | null
  origin: Origin
}

/** How long sessions live: since their last use, and at all. */
export type Lifetime = { idleMs: number; absoluteMs: number }

type Uses = Pick<Session, 'createdAt' | 'lastUsedAt'>

/** When a session ends unless it is used before; use never moves the absolute end (contract.md 2). */
export function expiryOf({ createdAt, lastUsedAt }: Uses, { idleMs, absoluteMs }: Lifetime): number {
  return Math.min(lastUsedAt + idleMs, createdAt + absoluteMs)
}

/** Whether a session has been idle too long or is too old. */
export function isExpired(session: Uses, now: number, lifetime: Lifetime): boolean {
  return now >= expiryOf(session, lifetime)
}
