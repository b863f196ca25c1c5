import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '@gatehouse/service-kit/process/log'
import { endSessions } from '../accounts/end-sessions.ts'
import type { AuthContext } from '../context.ts'
import { eraseAccount } from './erase-account.ts'

type SweepContext = Pick<AuthContext, 'accounts' | 'clock' | 'inTransaction' | 'sessions'>

/** Longer than any call that ends sessions takes: what is left then was left by one that failed. */
const endingTakesMs = 60_000

/**
 * Erases accounts whose deletion is due and ends sessions that should have ended, every now and then until it is closed. Each
 * step asks again whether it is still to be done, so any number of processes may sweep.
 */
export function accountSweeper(ctx: SweepContext, { log, everyMs }: { log: Logger; everyMs: number }) {
  const closing = new AbortController()
  const running = run()

  return {
    /** Sweeps once, now. Fails with what stood in the way. */
    sweep: () => sweep(ctx),
    async close(): Promise<void> {
      closing.abort()
      await running
    },
  }

  async function run(): Promise<void> {
    while (await isTime()) {
      try {
        await sweep(ctx)
      } catch (error) {
        log.warn({ err: error }, 'deleted accounts stay until the next sweep')
      }
    }
  }

  function isTime(): Promise<boolean> {
    return pause(everyMs, true, { signal: closing.signal, ref: false }).catch(() => false)
  }
}

async function sweep(ctx: SweepContext): Promise<void> {
  const since = new Date(ctx.clock.now() - endingTakesMs)
  for (const id of await ctx.accounts.findWithSessionsLeft(since)) {
    await endSessions(ctx, id, {})
    await ctx.accounts.noteSessionsEnded(id)
  }
  for (const id of await ctx.accounts.findDue(new Date(ctx.clock.now()))) {
    await eraseAccount(ctx, id, { ifDue: true })
  }
}
