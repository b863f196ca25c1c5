import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import { defineScript } from '@gatehouse/service-kit/storage/redis-script'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { digestText } from '@gatehouse/service-kit/tokens/secret-token'
import { z } from 'zod'

/** What the code was sent for. It is accepted for nothing else. */
export type CodePurpose =
  | { for: 'phone' }
  | { for: 'sign_in'; ticketKey: string }
  | { for: 'step_up'; sessionIdHash: string }

export type Addressee = { accountId: string; phone: string; purpose: CodePurpose }

/** The MAC of our code, or the id at a carrier that checks codes. */
const codeProof = z.union([z.object({ mac: z.string() }), z.object({ verification: z.string() })])

export type CodeProof = z.infer<typeof codeProof>

/** `use` returns false if the code was used or replaced meanwhile. */
export type SentCode = { proof: CodeProof; use(): Promise<boolean> }

const lifetimeMs = 10 * 60_000
const storedCode = z.object({ proof: codeProof, expiresAt: z.number() })

const removeScript = defineScript<{ stored: string }, number>({
  name: 'removeSmsCode',
  keys: 1,
  lua: `
    if redis.call('GET', KEYS[1]) ~= args.stored then return 0 end
    return redis.call('DEL', KEYS[1])
  `,
  reply: z.number(),
})

/** One code for each addressee: a newer one replaces it. */
export function smsCodes({ redis, prefix, clock }: { redis: RedisClient; prefix: string; clock: Clock }) {
  const keyOf = ({ accountId, phone, purpose }: Addressee) =>
    `${prefix}mfa:{${accountId}}:sms:${digestText(JSON.stringify([phone, purpose]))}`

  return {
    async store(addressee: Addressee, proof: CodeProof): Promise<void> {
      const value = JSON.stringify({ proof, expiresAt: clock.now() + lifetimeMs })
      // A minute more for clocks that differ.
      await redis.set(keyOf(addressee), value, 'PX', lifetimeMs + 60_000)
    },

    async find(addressee: Addressee): Promise<SentCode | null> {
      const key = keyOf(addressee)
      const stored = await redis.get(key)
      if (stored === null) return null
      const { proof, expiresAt } = storedCode.parse(JSON.parse(stored))
      if (clock.now() >= expiresAt) return null
      return { proof, use: async () => (await removeScript(redis, [key], { stored })) === 1 }
    },
  }
}
