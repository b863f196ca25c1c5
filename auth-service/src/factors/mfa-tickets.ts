import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import { defineScript } from '@gatehouse/service-kit/storage/redis-script'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { digestText, newSecret } from '@gatehouse/service-kit/tokens/secret-token'
import { z } from 'zod'
import { providerSession } from '../accounts/sso-link.ts'
import { claimTicketScript, maxTicketAttempts } from './code-attempt-scripts.ts'

const lifetimeMs = 5 * 60_000

/** A sign-in whose first step succeeded. */
const pendingLogin = z.object({
  method: z.enum(['password', 'reset', 'revert', 'sso']),
  /** A later change of the password voids the ticket. */
  passwordChangedAt: z.number().nullable(),
  /** Absent in tickets of older versions, and for an account that was never suspended or closed. */
  signInsEndedAt: z.number().optional(),
  inviteCode: z.string().optional(),
  /** The authenticator app of an open account, so that its code can be used without a read of the account. */
  totp: z.object({ sealedSecret: z.string(), lastStep: z.number(), enabledAt: z.number() }).optional(),
  /** Of a sign-in with the identity provider. */
  sso: providerSession.optional(),
})

export type PendingLogin = z.infer<typeof pendingLogin>

const storeTicketScript = defineScript<{ login: string; expiresAt: number; ttlMs: number }, null>({
  name: 'storeTicket',
  keys: 1,
  lua: `
    redis.call('HSET', KEYS[1], 'login', args.login, 'expires_at', string.format('%.0f', args.expiresAt))
    redis.call('PEXPIRE', KEYS[1], args.ttlMs)
  `,
  reply: z.null(),
})

const countTicketFailureScript = defineScript<Record<never, never>, number>({
  name: 'countTicketFailure',
  keys: 1,
  lua: `
    if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
    return redis.call('HINCRBY', KEYS[1], 'attempts', 1)
  `,
  reply: z.number(),
})

/** The account id is in the ticket, so that the ticket and the attempts of the account share a slot. */
export function mfaTickets({ redis, prefix, clock }: { redis: RedisClient; prefix: string; clock: Clock }) {
  const keyOf = (accountId: string, secret: string) =>
    `${prefix}mfa:{${accountId}}:ticket:${digestText(secret)}`

  return {
    async issue(accountId: string, login: PendingLogin): Promise<string> {
      const secret = newSecret()
      // A minute more for clocks that differ.
      const ttlMs = lifetimeMs + 60_000
      const expiresAt = clock.now() + lifetimeMs
      await storeTicketScript(redis, [keyOf(accountId, secret)], {
        login: JSON.stringify(login),
        expiresAt,
        ttlMs,
      })
      return `${accountId}.${secret}`
    },

    /** Null for a text that is no ticket. */
    read(ticket: string): { accountId: string; ticketKey: string } | null {
      const [, accountId, secret] = /^(\d{1,19})\.([\w-]{43})$/.exec(ticket) ?? []
      return accountId && secret ? { accountId, ticketKey: keyOf(accountId, secret) } : null
    },

    /** Null for a ticket that is expired, used or had too many failures. */
    async open(ticketKey: string): Promise<PendingLogin | null> {
      const [expiresAt, attempts, login, claimed] = await redis.hmget(
        ticketKey,
        ...['expires_at', 'attempts', 'login', 'claimed'],
      )
      const isDead = clock.now() >= Number(expiresAt ?? 0) || Number(attempts ?? 0) >= maxTicketAttempts
      return isDead || claimed || !login ? null : pendingLogin.parse(JSON.parse(login))
    },

    /** True for the one attempt that may complete the sign-in. */
    claim: async (ticketKey: string): Promise<boolean> =>
      (await claimTicketScript(redis, [ticketKey], {}, clock)) === 1,

    async release(ticketKey: string): Promise<void> {
      await redis.hdel(ticketKey, 'claimed')
    },

    async countFailure(ticketKey: string): Promise<void> {
      await countTicketFailureScript(redis, [ticketKey], {})
    },

    parse: (pendingJson: string): PendingLogin => pendingLogin.parse(JSON.parse(pendingJson)),
  }
}
