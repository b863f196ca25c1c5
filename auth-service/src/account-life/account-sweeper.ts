import { randomUUID } from 'node:crypto'
import { counter } from '@gatehouse/service-kit/metrics/metric'
import type { Logger } from '@gatehouse/service-kit/process/log'
import { periodicTask } from '@gatehouse/service-kit/process/periodic-task'
import { anonymiseErased, eraseAccount } from '../account-changes/erase-account.ts'
import { endSessions } from '../accounts/end-sessions.ts'
import type { PendingRevocation } from '../accounts/pending-revocation.ts'
import type { AuthContext } from '../context.ts'
import { retries } from './retries.ts'

type Task = 'revocation' | 'erasure' | 'anonymisation'

/** Longer than any call that ends sessions: revocations pending for longer belong to failed calls. */
const revocationTimeoutMs = 60_000

/** How far the clock of session-service may be ahead of that of the process that stored the change. */
const maxClockSkewMs = 5 * 60_000

export const sweepFailures = counter({
  labelNames: ['task'],
  name: 'gatehouse_account_sweep_failures_total',
  help: 'Accounts for which a sweep failed, by `task`: `revocation` (sessions could not be ended), `erasure`, or `anonymisation` (of audit records). Each is retried.',
})

/** Each step checks again whether it is due, so several processes may sweep. */
export function accountSweeper(ctx: AuthContext, { log, everyMs }: { log: Logger; everyMs: number }) {
  const failed = retries(ctx.clock)
  let isClosing = false
  const task = periodicTask({ name: 'account_sweep', run: sweep, clock: ctx.clock, log, everyMs })

  return {
    /** Sweeps now. Never rejects: failures are logged and retried. */
    sweep,
    async close(): Promise<void> {
      isClosing = true
      await task.close()
    },
  }

  async function sweep(): Promise<void> {
    const { accounts, clock } = ctx
    const call = { requestId: randomUUID() }
    const now = clock.now()
    await each('revocation', accounts.pendingRevocations(new Date(now - revocationTimeoutMs)), (account) =>
      revoke(ctx, account, call),
    )
    await each('erasure', accounts.dueForErasure(new Date(now)), ({ accountId }) =>
      eraseAccount(ctx, accountId, call, { ifDue: true }),
    )
    await each('anonymisation', accounts.dueForAnonymisation(new Date(now)), (account) =>
      anonymiseErased(ctx, account),
    )
    await removeExpired(now)
    failed.forgetOld()
  }

  async function removeExpired(now: number): Promise<void> {
    try {
      await ctx.accounts.removeExpiredEmailChanges(new Date(now))
    } catch (error) {
      log.warn(
        { err: error, task: 'email_change' },
        'a task of the account sweep failed; retrying at the next sweep',
      )
    }
  }

  async function each<Item extends { accountId: string }>(
    task: Task,
    items: AsyncIterable<Item>,
    work: (item: Item) => Promise<unknown>,
  ): Promise<void> {
    try {
      for await (const item of items) {
        if (isClosing) return
        if (failed.isDue(`${task}:${item.accountId}`)) await attempt(task, item, work)
      }
    } catch (error) {
      log.warn({ err: error, task }, 'a task of the account sweep failed; retrying at the next sweep')
    }
  }

  async function attempt<Item extends { accountId: string }>(
    task: Task,
    item: Item,
    work: (item: Item) => Promise<unknown>,
  ): Promise<void> {
    const { accountId } = item
    const key = `${task}:${accountId}`
    try {
      await work(item)
      failed.noteSuccess(key)
    } catch (error) {
      sweepFailures.inc({ task })
      const retry_in_ms = failed.noteFailure(key)
      log.warn(
        { err: error, task, account_id: accountId, retry_in_ms },
        'account sweep failed; retrying later',
      )
    }
  }
}

/** Sessions that are certainly younger than the change stay. */
async function revoke(
  ctx: Pick<AuthContext, 'accounts' | 'sessions'>,
  { accountId, revocations }: { accountId: string; revocations: PendingRevocation[] },
  call: { requestId: string },
): Promise<void> {
  for (const { id, exceptIdHash, since } of revocations) {
    const createdUntil = new Date(since.getTime() + maxClockSkewMs)
    await endSessions(ctx, accountId, call, { exceptIdHash, createdUntil })
    await ctx.accounts.settleRevocations(accountId, [id])
  }
}
