import type { LimitValue } from '@gatehouse/service-kit/process/limits-text'

/** The limits that are held behind the routes (contract.md 7 row 6, reference-api.md 1 "Inner limits"), by the name answers give them. */
export const innerLimits = {
  /** Failed tries of one address's password, by strangers and by each known device. */
  'auth:password': { limit: 5, windowSeconds: 15 * 60 },
  /** Failed tries from one address or /64, over all accounts. */
  'auth:password:address': { limit: 20, windowSeconds: 60 },
  'auth:password:address:hourly': { limit: 200, windowSeconds: 60 * 60 },
  'auth:register:email': { limit: 3, windowSeconds: 15 * 60 },
  'auth:register:address': { limit: 5, windowSeconds: 30 * 60 },
  /** Changes of username or discriminator by one account (reference-api.md 7). */
  'users:username': { limit: 5, windowSeconds: 60 * 60 },
} as const satisfies Record<string, LimitValue>

export type InnerLimits = Record<keyof typeof innerLimits, LimitValue>
