import type { LimitValue } from '@gatehouse/service-kit/process/limits-text'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import {
  claimWithCodeScript,
  maxTicketAttempts,
  refundCodeAttemptScript,
  releaseTicketScript,
  settleCodeAttemptScript,
  takeCodeAttemptScript,
  takeWarningScript,
} from './code-attempt-scripts.ts'

export type CodeAttempt = {
  outcome: 'taken'
  accountId: string
  /** Whether a wrong code uses up the ticket or half of the attempts of the account. */
  isSuspicious: boolean
  /** The PendingLogin of the ticket; empty without one. */
  pendingJson: string
  /** Claims the ticket for a right code and ends the attempt, before the code is used. False if another request claimed it. */
  claimTicket(): Promise<boolean>
  /** Makes the ticket valid again: another request used the code after this one had claimed the ticket. */
  releaseTicket(): Promise<void>
  refund(): Promise<void>
  /** After a right code without a ticket. */
  settle(): Promise<void>
}

export type CodeAttemptResult =
  | { outcome: 'deadTicket' }
  | { outcome: 'limited'; waitMs: number }
  | CodeAttempt

type Options = { redis: RedisClient; prefix: string; clock: Clock; scale: number; limit: LimitValue }

/** Attempts with codes, limited for each account over all tickets, methods and step-ups. */
export function codeAttempts({ redis, prefix, clock, scale, limit: { limit, windowSeconds } }: Options) {
  const rules = { limit: Math.max(1, Math.floor(limit * scale)), windowMs: windowSeconds * 1000 }
  const keyOf = (accountId: string, name: string) => `${prefix}mfa:{${accountId}}:${name}`

  return {
    limit: rules.limit,

    /** Counted before the code is checked, so that concurrent attempts are counted too. */
    async take(accountId: string, { ticketKey }: { ticketKey?: string }): Promise<CodeAttemptResult> {
      const ticketKeys = ticketKey === undefined ? [] : [ticketKey]
      const keys = [keyOf(accountId, 'attempts'), ...ticketKeys]
      const taken = await takeCodeAttemptScript(
        redis,
        keys,
        { ...rules, maxTicketAttempts, processNow: clock.now() },
        clock,
      )
      if (taken[0] === 'deadTicket') return { outcome: 'deadTicket' }
      if (taken[0] === 'limited') return { outcome: 'limited', waitMs: taken[1] }
      const [outcome, takenAt, accountAttempts, ticketAttempts, pendingJson] = taken
      const args = { ...rules, takenAt }
      let isClaimed = false
      return {
        outcome,
        accountId,
        isSuspicious: ticketAttempts >= maxTicketAttempts || accountAttempts * 2 >= rules.limit,
        pendingJson,
        async claimTicket() {
          isClaimed = (await claimWithCodeScript(redis, keys, args, clock)) === 1
          return isClaimed
        },
        async releaseTicket() {
          await releaseTicketScript(redis, keys, args, clock)
          isClaimed = false
        },
        async refund() {
          await refundCodeAttemptScript(redis, keys, { ...args, isClaimed }, clock)
        },
        async settle() {
          await settleCodeAttemptScript(redis, keys, args, clock)
        },
      }
    },

    /** True once per window and account. */
    async takeWarning(accountId: string): Promise<boolean> {
      const keys = [keyOf(accountId, 'warned')]
      return (await takeWarningScript(redis, keys, { windowMs: rules.windowMs }, clock)) === 1
    },

    async returnWarning(accountId: string): Promise<void> {
      await redis.del(keyOf(accountId, 'warned'))
    },
  }
}
