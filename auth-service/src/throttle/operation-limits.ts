import type { LimitValue } from '@gatehouse/service-kit/process/limits-text'

/** What each of them counts: docs/limits.md. */
export const operationLimits = {
  'auth:password': { limit: 5, windowSeconds: 15 * 60 },
  'auth:password:address': { limit: 20, windowSeconds: 60 },
  'auth:password:address:hourly': { limit: 200, windowSeconds: 60 * 60 },
  'auth:mfa': { limit: 10, windowSeconds: 15 * 60 },
  'auth:register:email': { limit: 3, windowSeconds: 15 * 60 },
  'auth:register:address': { limit: 50, windowSeconds: 30 * 60 },
  'auth:register:address:daily': { limit: 100, windowSeconds: 24 * 60 * 60 },
  'auth:register:address:taken': { limit: 5, windowSeconds: 30 * 60 },
  'auth:verify:resend:account': { limit: 3, windowSeconds: 15 * 60 },
  'mail:recipient': { limit: 5, windowSeconds: 60 * 60 },
  'mail:address': { limit: 100, windowSeconds: 30 * 60 },
  'mail:unverified:address': { limit: 100, windowSeconds: 30 * 60 },
  'sms:number': { limit: 3, windowSeconds: 10 * 60 },
  'sms:number:daily': { limit: 10, windowSeconds: 24 * 60 * 60 },
  'sms:account': { limit: 10, windowSeconds: 60 * 60 },
  'sms:address': { limit: 20, windowSeconds: 60 * 60 },
  'sms:country': { limit: 200, windowSeconds: 60 * 60 },
  'sms:unverified:number': { limit: 3, windowSeconds: 10 * 60 },
  'sms:unverified:number:daily': { limit: 10, windowSeconds: 24 * 60 * 60 },
  'sms:unverified:account': { limit: 5, windowSeconds: 60 * 60 },
  'sms:unverified:address': { limit: 10, windowSeconds: 60 * 60 },
  'sms:unverified:country': { limit: 100, windowSeconds: 60 * 60 },
  'users:email': { limit: 5, windowSeconds: 24 * 60 * 60 },
  'users:email:original': { limit: 3, windowSeconds: 15 * 60 },
  'users:email:new': { limit: 5, windowSeconds: 15 * 60 },
  'users:username': { limit: 5, windowSeconds: 60 * 60 },
} as const satisfies Record<string, LimitValue>

export type OperationLimits = Record<keyof typeof operationLimits, LimitValue>
