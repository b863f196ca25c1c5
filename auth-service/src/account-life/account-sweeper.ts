import { randomUUID } from 'node:crypto'
import type { Logger } from '@gatehouse/service-kit/process/log'
import { pauseUnless } from '@gatehouse/service-kit/time/pause-unless'
import { endSessions } from '../accounts/end-sessions.ts'
import type { AuthContext } from '../context.ts'
import { type EraseContext, eraseAccount } from './erase-account.ts'

type SweepContext = EraseContext & Pick<AuthContext, 'sessions'>

/** Longer than any call that ends sessions takes: what is left then was left by one that failed. */
const endingTakesMs = 60_000
/** Longer than it takes other services to tell what they did for an account before it went. */
const tellingTakesMs = 60 * 60_000

/**
 * Erases accounts whose deletion is due and ends sessions that should have ended, every now and then until it is closed. Each
 * step asks again whether it is still to be done, so any number of processes may sweep.
 */
export function accountSweeper(ctx: SweepContext, { log, everyMs }: { log: Logger; everyMs: number }) {
  const closing = new AbortController()
  const running = run()

  return {
    /** Sweeps now; what stood in the way is told to the log and tried again. */
    sweep,
    async close(): Promise<void> {
      closing.abort()
      await running
    },
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      await pauseUnless(closing.signal, everyMs)
      if (!closing.signal.aborted) await sweep()
    }
  }

  async function sweep(): Promise<void> {
    try {
      await sweepAccounts(ctx)
    } catch (error) {
      log.warn({ err: error }, 'deleted accounts stay until the next sweep')
    }
  }
}

/** Sweeps once. Fails with what stood in the way; what was done by then stays done. */
export async function sweepAccounts(ctx: SweepContext): Promise<void> {
  const call = { requestId: randomUUID() }
  const ago = (ms: number) => new Date(ctx.clock.now() - ms)
  for (const { accountId, revocations } of await ctx.accounts.findPendingRevocations(ago(endingTakesMs))) {
    for (const { id, exceptIdHash, since } of revocations) {
      await endSessions(ctx, accountId, call, { exceptIdHash, createdUntil: since })
      await ctx.accounts.settleRevocations(accountId, [id])
    }
  }
  for (const id of await ctx.accounts.findDue(ago(0))) await eraseAccount(ctx, id, call, { ifDue: true })
  // Other services may tell of an account when it is gone already.
  for (const id of await ctx.accounts.findErased(ago(tellingTakesMs))) await ctx.audit.anonymise(id)
}
