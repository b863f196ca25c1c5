import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { rateLimited } from '@gatehouse/service-kit/limits/rate-limited'
import type { LimitValue } from '@gatehouse/service-kit/process/limits-text'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import type { CountedAttempt } from '../throttle/counted-attempt.ts'
import type { ReportThrottling } from '../throttle/report-throttling.ts'
import {
  type CodeAttemptEnd,
  claimTicketScript,
  endCodeAttemptScript,
  maxTicketAttempts,
  takeCodeAttemptScript,
} from './code-attempt-scripts.ts'

export type TicketAttempt = {
  accountId: string
  /** Whether a wrong code uses up the ticket or half of the attempts of the account. */
  isSuspicious: boolean
  /** The PendingLogin of the ticket. */
  pendingJson: string
  /** Claims the ticket for a right code and ends the attempt, before the code is used. False if another request claimed it. */
  claimTicket(): Promise<boolean>
  /** Makes the ticket valid again: another request used the code after this one had claimed the ticket. */
  releaseTicket(): Promise<void>
  refund(): Promise<void>
}

type Options = {
  redis: RedisClient
  prefix: string
  clock: Clock
  scale: number
  limit: LimitValue
  report: ReportThrottling
}

type Requester = { accountId: string; client: Client }
type AttemptCall = Pick<Call, 'requestId'>

/**
 * Attempts with codes, limited for each account over all tickets, methods and step-ups. Counted before the code is checked, so
 * that concurrent attempts are counted too. Above the limit they fail with RATE_LIMITED.
 */
export function codeAttempts({
  redis,
  prefix,
  clock,
  scale,
  limit: { limit, windowSeconds },
  report,
}: Options) {
  const rules = { limit: Math.max(1, Math.floor(limit * scale)), windowMs: windowSeconds * 1000 }

  /** Null for a dead ticket. */
  async function take({ accountId, client }: Requester, ticketKeys: string[], call: AttemptCall) {
    const keys = [`${prefix}mfa:{${accountId}}:attempts`, ...ticketKeys]
    const args = { ...rules, maxTicketAttempts, processNow: clock.now() }
    const taken = await takeCodeAttemptScript(redis, keys, args, clock)
    if (taken[0] === 'deadTicket') return null
    if (taken[0] === 'limited') {
      await report({ limit: 'second_factor', key: accountId, accountId, client }, call)
      throw tooManyCodes(taken[1])
    }
    const [, takenAt, accountAttempts, ticketAttempts, pendingJson] = taken
    const isSuspicious = ticketAttempts >= maxTicketAttempts || accountAttempts * 2 >= rules.limit
    return { keys, takenAt, isSuspicious, pendingJson }
  }

  function tooManyCodes(waitMs: number) {
    const state = { bucket: 'auth:mfa', limit: rules.limit, remaining: 0 }
    const resetAt = (clock.now() + waitMs) / 1000
    return rateLimited({ ...state, resetAt, retryAfter: Math.max(0.001, waitMs / 1000), global: false })
  }

  async function end(keys: string[], takenAt: number, outcome: CodeAttemptEnd, isClaimed = false) {
    await endCodeAttemptScript(redis, keys, { ...rules, takenAt, outcome, isClaimed }, clock)
  }

  return {
    async take(requester: Requester, call: AttemptCall): Promise<CountedAttempt> {
      const taken = await take(requester, [], call)
      if (taken === null) throw new Error('without a ticket none can be dead')
      const { keys, takenAt } = taken
      return {
        succeed: () => end(keys, takenAt, 'succeeded'),
        refund: () => end(keys, takenAt, 'refunded'),
        // It is counted already.
        fail: async () => {},
      }
    },

    /** Null for a dead ticket. */
    async takeForTicket(
      { ticketKey, ...requester }: Requester & { ticketKey: string },
      call: AttemptCall,
    ): Promise<TicketAttempt | null> {
      const taken = await take(requester, [ticketKey], call)
      if (taken === null) return null
      const { keys, takenAt, isSuspicious, pendingJson } = taken
      let isClaimed = false
      return {
        accountId: requester.accountId,
        isSuspicious,
        pendingJson,
        async claimTicket() {
          const claim = await claimTicketScript(redis, keys.toReversed(), { ...rules, takenAt }, clock)
          isClaimed = claim === 1
          return isClaimed
        },
        async releaseTicket() {
          await end(keys, takenAt, 'usedMeanwhile', isClaimed)
          isClaimed = false
        },
        refund: () => end(keys, takenAt, 'refunded', isClaimed),
      }
    },
  }
}
