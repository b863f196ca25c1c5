/** Rate limits by bucket. `GATEHOUSE_LIMITS` can change them. */
export const rateLimits = {
  /** Over all routes except executions: for each session, or for each address without one. */
  global: { limit: 50, windowSeconds: 1 },
  /** Unknown paths and methods. */
  unrouted: { limit: 100, windowSeconds: 10 },
  /** OPTIONS on a known path. */
  preflight: { limit: 100, windowSeconds: 10 },
  pages: { limit: 100, windowSeconds: 10 },
  'auth:register': { limit: 10, windowSeconds: 10 },
  'auth:login': { limit: 10, windowSeconds: 10 },
  'auth:login:mfa': { limit: 5, windowSeconds: 60 },
  'auth:logout': { limit: 20, windowSeconds: 10 },
  'auth:verify': { limit: 10, windowSeconds: 60 },
  'auth:verify:resend': { limit: 10, windowSeconds: 60 },
  'auth:forgot': { limit: 5, windowSeconds: 60 },
  'auth:authorize_ip': { limit: 5, windowSeconds: 60 },
  'auth:authorize_ip:info': { limit: 10, windowSeconds: 60 },
  'auth:ip_authorization_poll': { limit: 60, windowSeconds: 60 },
  'auth:ip_authorization_resend': { limit: 5, windowSeconds: 60 },
  'auth:reset': { limit: 10, windowSeconds: 60 },
  'auth:email_revert': { limit: 10, windowSeconds: 60 },
  'auth:username_suggestions': { limit: 10, windowSeconds: 10 },
  'auth:sessions': { limit: 40, windowSeconds: 10 },
  'auth:sessions:logout': { limit: 20, windowSeconds: 10 },
  'auth:audit': { limit: 40, windowSeconds: 10 },
  'auth:handoff:initiate': { limit: 10, windowSeconds: 60 },
  'auth:handoff:status': { limit: 60, windowSeconds: 60 },
  'auth:handoff:complete': { limit: 10, windowSeconds: 60 },
  'auth:handoff:info': { limit: 10, windowSeconds: 60 },
  'auth:handoff:cancel': { limit: 10, windowSeconds: 60 },
  'users:me': { limit: 40, windowSeconds: 10 },
  'users:me:update': { limit: 20, windowSeconds: 60 },
  'users:me:email_change': { limit: 10, windowSeconds: 60 },
  'users:me:email_change:verify': { limit: 20, windowSeconds: 60 },
  'users:me:authorized_ips': { limit: 10, windowSeconds: 60 },
  'users:me:disable': { limit: 10, windowSeconds: 60 },
  'users:me:delete': { limit: 10, windowSeconds: 60 },
  'users:me:mfa': { limit: 10, windowSeconds: 60 },
  'users:me:backup_codes': { limit: 6, windowSeconds: 60 },
  'users:me:sudo': { limit: 20, windowSeconds: 60 },
  'webhook:create': { limit: 10, windowSeconds: 60 },
  'webhook:list': { limit: 40, windowSeconds: 10 },
  'webhook:read': { limit: 100, windowSeconds: 10 },
  'webhook:update': { limit: 20, windowSeconds: 10 },
  'webhook:delete': { limit: 20, windowSeconds: 10 },
  'messages:list': { limit: 100, windowSeconds: 10 },
} as const

export type BucketName = keyof typeof rateLimits

/** Bytes of a request body. The formats of executions have their own, in proto/executions/formats.ts. */
export const bodyLimits = { default: 64 * 1024, webhook: 512 * 1024 }
