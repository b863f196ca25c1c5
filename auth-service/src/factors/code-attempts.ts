import type { LimitValue } from '@gatehouse/service-kit/process/limits-text'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import {
  refundCodeAttemptScript,
  settleCodeAttemptScript,
  takeCodeAttemptScript,
} from './code-attempt-scripts.ts'

/** Attempts of sign-ins, or of step-ups. */
export type AttemptPurpose = 'sign-in' | 'step-up'

export type CodeAttempt = {
  outcome: 'taken'
  accountId: string
  /** How many codes of the ticket were tried, with this one. */
  ticketAttempts: number
  /** What the ticket contains; empty without one. */
  login: string
  refund(): Promise<void>
  /** After a right code. False if the ticket was used meanwhile. */
  settle(): Promise<boolean>
}

export type CodeAttemptResult =
  | { outcome: 'deadTicket' }
  | { outcome: 'limited'; endsAt: number }
  | CodeAttempt

export const maxTicketAttempts = 5

type Options = { redis: RedisClient; prefix: string; clock: Clock; scale: number; limit: LimitValue }

/** Attempts with codes, limited for each account over all tickets and methods. */
export function codeAttempts({ redis, prefix, clock, scale, limit: { limit, windowSeconds } }: Options) {
  const rules = { limit: Math.max(1, Math.floor(limit * scale)), windowMs: windowSeconds * 1000 }

  return {
    limit: rules.limit,

    /** Counted before the code is checked, so that concurrent attempts are counted too. */
    async take(
      accountId: string,
      { purpose, ticketKey }: { purpose: AttemptPurpose; ticketKey?: string },
    ): Promise<CodeAttemptResult> {
      const takenAt = clock.now()
      const keys = [`${prefix}mfa:{${accountId}}:${purpose}`, ...(ticketKey === undefined ? [] : [ticketKey])]
      const args = { ...rules, now: takenAt }
      const taken = await takeCodeAttemptScript(redis, keys, { ...args, maxTicketAttempts })
      if (taken[0] === 'deadTicket') return { outcome: 'deadTicket' }
      if (taken[0] === 'limited') return { outcome: 'limited', endsAt: Number(taken[1]) }
      const [outcome, ticketAttempts, login] = taken
      return {
        outcome,
        accountId,
        ticketAttempts,
        login,
        async refund() {
          await refundCodeAttemptScript(redis, keys, { ...args, takenAt })
        },
        settle: async () => (await settleCodeAttemptScript(redis, keys, {})) === 1,
      }
    },
  }
}
