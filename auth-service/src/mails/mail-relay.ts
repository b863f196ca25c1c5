import type { Logger } from '@gatehouse/service-kit/process/log'
import { pollingLoop } from '@gatehouse/service-kit/process/polling-loop'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import type { KeyRing } from '@gatehouse/service-kit/tokens/key-ring'
import type { MailContent } from './mail-kinds.ts'
import type { MailMetrics } from './mail-metrics.ts'
import type { ClaimedMail, MailStore } from './mail-store.ts'
import { type MailTransport, readFailure } from './mail-transport.ts'
import { type Brand, renderMail } from './render-mail.ts'
import type { ResolvedMail } from './resolve-recipient.ts'

type Options = {
  store: MailStore
  transport: MailTransport
  keyRing: KeyRing
  from: string
  appUrl: string
  brand: Brand
  /** Completes the content of a mail that was stored before its account was looked up; null sends no mail. */
  resolve: (mail: ClaimedMail, content: MailContent) => Promise<ResolvedMail | null>
  metrics: MailMetrics
  clock: Clock
  log: Logger
  concurrency: number
  leaseMs: number
  pollMs: number
}

const minDelayMs = 1000
const maxDelayMs = 15 * 60_000
const maintenanceMs = 10_000
const closeTimeoutMs = 5000

/** At least once: if a process dies while it sends a mail, another one sends it again after the lease. */
export function mailRelay({
  store,
  transport,
  keyRing,
  from,
  appUrl,
  brand,
  resolve,
  metrics,
  clock,
  log,
  ...timing
}: Options) {
  const { concurrency, leaseMs, pollMs } = timing
  const sending = new Set<Promise<void>>()
  let maintainAt = 0
  const loop = pollingLoop({
    work: step,
    backoff: { minMs: pollMs, maxMs: pollMs },
    onFailure(err, failures) {
      if (failures === 1) log.warn({ err }, 'mail outbox unavailable; retrying')
    },
    onRecovery: () => log.info('mail outbox resumed'),
  })

  return {
    maintain,

    /** Mails still being sent after five seconds are sent again by another process. */
    async close(): Promise<void> {
      await loop.close()
      await Promise.race([
        Promise.all(sending),
        new Promise((resolve) => setTimeout(resolve, closeTimeoutMs).unref()),
      ])
      transport.close()
    },
  }

  async function step(): Promise<number> {
    if (performance.now() >= maintainAt) await maintain()
    const mail = await store.claim({ now: clock.now(), leaseMs })
    if (mail === null) return pollMs
    const attempt = deliver(mail).catch((err: unknown) => {
      log.warn({ err, entry_id: mail._id }, 'outcome of a mail could not be stored; it is sent again')
    })
    sending.add(attempt)
    attempt.finally(() => sending.delete(attempt))
    if (sending.size >= concurrency) await Promise.race(sending)
    return 0
  }

  async function maintain(): Promise<void> {
    metrics.noteOldestPending(await store.oldestPending(), clock.now)
    await store.removeExpiredContent(clock.now())
    maintainAt = performance.now() + maintenanceMs
  }

  async function deliver(mail: ClaimedMail): Promise<void> {
    if (mail.expiresAt.getTime() <= clock.now()) return bury(mail, 'expired', mail.failure ?? 'expired')
    // During a rotation, another replica may already encrypt with a key that this one does not have.
    const stored = readContent(mail)
    if (stored === null) return retryLater(mail, 'not decrypted with this key ring')
    const resolved = await resolve(mail, stored)
    if (resolved === null) return store.remove(mail)
    const { kind, content } = resolved
    try {
      const { to } = content
      const { messageId, createdAt: date } = mail
      await transport.send({
        from,
        to,
        messageId,
        date,
        ...renderMail(kind, content, { appUrl, brand }),
      })
    } catch (error) {
      const { reason, isPermanent } = readFailure(error)
      return isPermanent ? bury(mail, 'rejected', reason) : retryLater(mail, reason)
    }
    metrics.sent.inc({ kind: mail.kind })
    await store.settle(mail, { state: 'sent' }, clock.now())
  }

  function readContent({ _id, sealed }: ClaimedMail): MailContent | null {
    try {
      return JSON.parse(keyRing.open(sealed, contentContext(_id))) as MailContent
    } catch {
      return null
    }
  }

  async function retryLater(mail: ClaimedMail, reason: string): Promise<void> {
    metrics.failed.inc({ kind: mail.kind })
    const delayMs = retryDelayMs(mail.attempts)
    log.warn({ entry_id: mail._id, reason, retry_in_ms: delayMs }, 'mail could not be sent; retrying later')
    await store.retryLater(mail, reason, new Date(clock.now() + delayMs))
  }

  /** An operator can retry a rejected mail within its lifetime. */
  async function bury(mail: ClaimedMail, reason: 'rejected' | 'expired', failure: string): Promise<void> {
    metrics.dead.inc({ kind: mail.kind, reason })
    log.error({ entry_id: mail._id, reason: failure }, `mail not sent: ${reason}`)
    await store.settle(mail, { state: 'dead', failure, keepContent: reason === 'rejected' }, clock.now())
  }
}

export function contentContext(id: string): string {
  return `mail:${id}`
}

/** Doubles up to 15 minutes, with half of it at random, so that replicas do not retry in step. */
function retryDelayMs(attempts: number): number {
  const delayMs = Math.min(maxDelayMs, minDelayMs * 2 ** (attempts - 1))
  return Math.round(delayMs * (0.5 + Math.random() / 2))
}
