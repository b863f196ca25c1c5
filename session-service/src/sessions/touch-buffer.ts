import type { Logger } from '@gatehouse/service-kit/process/log'
import type { Session } from './session.ts'
import type { SessionStore } from './session-store.ts'

type Options = { store: Pick<SessionStore, 'touch'>; gapMs: number; flushEveryMs: number; log: Logger }

const accountsAtOnce = 256

/**
 * Keeps uses of sessions off the hot path: they wait here and are written together, one step an account. A session is
 * written at most once in `gapMs`. What cannot be written is kept for the next time: it is bounded, since nothing
 * verifies while Redis is away.
 */
export function touchBuffer({ store, gapMs, flushEveryMs, log }: Options) {
  let waiting = new Map<string, Map<string, number>>()
  let timer: NodeJS.Timeout | undefined
  let flushing: Promise<void> = Promise.resolve()

  function put(accountId: string, idHash: string, at: number): void {
    const uses = waiting.get(accountId) ?? new Map<string, number>()
    uses.set(idHash, Math.max(at, uses.get(idHash) ?? 0))
    waiting.set(accountId, uses)
    timer ??= setTimeout(flush, flushEveryMs)
  }

  function take(accountId: string): [string, number][] {
    const uses = [...(waiting.get(accountId) ?? [])]
    waiting.delete(accountId)
    return uses
  }

  async function write(accountId: string, uses: [string, number][]): Promise<void> {
    if (uses.length === 0) return
    try {
      await store.touch(
        accountId,
        uses.map(([idHash, at]) => ({ idHash, at })),
      )
    } catch (error) {
      for (const [idHash, at] of uses) put(accountId, idHash, at)
      throw error
    }
  }

  async function writeAll(): Promise<void> {
    const accounts = [...waiting].map(([accountId, uses]) => ({ accountId, uses: [...uses] }))
    waiting = new Map()
    let failure: PromiseRejectedResult | undefined
    for (let i = 0; i < accounts.length; i += accountsAtOnce) {
      const group = accounts.slice(i, i + accountsAtOnce)
      const outcomes = await Promise.allSettled(group.map(({ accountId, uses }) => write(accountId, uses)))
      failure ??= outcomes.find((outcome) => outcome.status === 'rejected')
    }
    if (failure) log.warn({ err: failure.reason }, 'could not write the last use of some sessions yet')
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    flushing = flushing.then(writeAll)
    return flushing
  }

  return {
    /** Notes that a session was used, when its stored last use is old enough. */
    note(session: Session, now: number): void {
      if (now - session.lastUsedAt >= gapMs) put(session.accountId, session.idHash, now)
    },

    /** When a session was last used, counting a use that waits to be written. */
    lastUse({ accountId, idHash, lastUsedAt }: Session): number {
      return Math.max(lastUsedAt, waiting.get(accountId)?.get(idHash) ?? 0)
    },

    /** Writes what waits for one account, so that its order of use is right before it is asked. */
    flushAccount: (accountId: string): Promise<void> => write(accountId, take(accountId)),

    /** Writes all that waits. Never fails: what could not be written is logged. */
    flush,

    /** Writes what waits, for the last time. */
    async close(): Promise<void> {
      await flush()
      clearTimeout(timer)
    },
  }
}
