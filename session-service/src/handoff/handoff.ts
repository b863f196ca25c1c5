import type { Client } from '@gatehouse/proto/gen/common/v1/client'

/** How long a code is valid, by the service's clock. */
export const handoffLifetimeMs = 5 * 60_000

/** Times are milliseconds since 1970. */
export type Handoff = {
  state: 'pending' | 'completed'
  createdAt: number
  expiresAt: number
  /** The device that claimed the code, if any. */
  receiver: Client | null
}
