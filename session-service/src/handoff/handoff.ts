import type { Client } from '@gatehouse/proto/gen/common/v1/client'

export const handoffLifetimeMs = 5 * 60_000

/** Times are milliseconds since 1970. */
export type Handoff = {
  state: 'pending' | 'completed'
  createdAt: number
  expiresAt: number
  receiver: Client | null
}
