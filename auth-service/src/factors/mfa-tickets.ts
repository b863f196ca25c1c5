import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import { defineScript } from '@gatehouse/service-kit/storage/redis-script'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { digest, newSecret } from '@gatehouse/service-kit/tokens/secret-token'
import { z } from 'zod'

const lifetimeMs = 5 * 60_000

/** A sign-in whose first step succeeded. */
const pendingLogin = z.object({
  method: z.enum(['password', 'reset', 'revert']),
  /** A later change of the password voids the ticket. */
  passwordChangedAt: z.number().nullable(),
  inviteCode: z.string().optional(),
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

/** The account id is in the ticket, so that the ticket and the attempts of the account share a slot. */
export function mfaTickets({ redis, prefix, clock }: { redis: RedisClient; prefix: string; clock: Clock }) {
  const keyOf = (accountId: string, secret: string) =>
    `${prefix}mfa:{${accountId}}:ticket:${digest(secret).toString('base64url')}`

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

    parse: (login: string): PendingLogin => pendingLogin.parse(JSON.parse(login)),
  }
}
