import { oneTimeValues } from '@gatehouse/service-kit/storage/one-time-values'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { digestText } from '@gatehouse/service-kit/tokens/secret-token'
import { z } from 'zod'

/** What the code was sent for. It is accepted for nothing else. */
export type CodePurpose =
  | { for: 'phone' }
  | { for: 'sign_in'; ticketKey: string }
  | { for: 'step_up'; sessionIdHash: string }
  | { for: 'step_up_mail'; sessionIdHash: string }

/** `phone` is an email address for a code by mail. */
export type Addressee = { accountId: string; phone: string; purpose: CodePurpose }

/** The MAC of our code, or the id at a carrier that checks codes. */
const codeProof = z.union([z.object({ mac: z.string() }), z.object({ verification: z.string() })])

export type CodeProof = z.infer<typeof codeProof>

const lifetimeMs = 10 * 60_000
const sentCode = z.object({ proof: codeProof })

type Options = { redis: RedisClient; prefix: string; clock: Clock }

/** One code for each addressee: a newer one replaces it. */
export function smsCodes({ redis, prefix, clock }: Options) {
  const values = oneTimeValues({ redis, clock, schema: sentCode, lifetimeMs })
  const keyOf = ({ accountId, phone, purpose }: Addressee) =>
    `${prefix}mfa:{${accountId}}:sms:${digestText(JSON.stringify([phone, purpose]))}`

  return {
    store: (addressee: Addressee, proof: CodeProof) => values.put(keyOf(addressee), { proof }),
    find: (addressee: Addressee) => values.find(keyOf(addressee)),
  }
}
