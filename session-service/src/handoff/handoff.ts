import type { Client } from '@gatehouse/proto/gen/common/v1/client'

/** How long a code can be used, by the service's clock. */
export const handoffLifetimeMs = 5 * 60_000

/** A handoff under way. Times are milliseconds since 1970. */
export type Handoff = {
  state: 'pending' | 'completed'
  createdAt: number
  expiresAt: number
  /** The device that claimed the code; null until one did. */
  receiver: Client | null
}
