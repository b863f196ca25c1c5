import type { Logger } from '@gatehouse/service-kit/process/log'
import type { Session } from './session.ts'
import type { SessionStore } from './session-store.ts'

type Options = { store: Pick<SessionStore, 'touch'>; gapMs: number; flushEveryMs: number; log: Logger }

const accountsAtOnce = 256

export type TouchBuffer = ReturnType<typeof touchBuffer>

/** Stores the first use of a session, then at most one in `gapMs`. Uses that cannot be stored are retried. */
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
    if (failure) log.warn({ err: failure.reason }, 'last uses of sessions not stored; retrying')
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    flushing = flushing.then(writeAll)
    return flushing
  }

  return {
    record(session: Session, now: number): void {
      const isFirst = session.lastUsedAt === session.createdAt
      if (isFirst || now - session.lastUsedAt >= gapMs) put(session.accountId, session.idHash, now)
    },

    lastUse({ accountId, idHash, lastUsedAt }: Session): number {
      return Math.max(lastUsedAt, waiting.get(accountId)?.get(idHash) ?? 0)
    },

    /** So that a query sees the right order of use. */
    flushAccount: (accountId: string): Promise<void> => write(accountId, take(accountId)),

    flush,

    async close(): Promise<void> {
      await flush()
      clearTimeout(timer)
    },
  }
}
