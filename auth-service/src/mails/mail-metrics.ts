import { counter, gauge } from '@gatehouse/service-kit/metrics/metric'

export function mailMetrics() {
  let oldestPending: { createdAt: Date | null; now: () => number } | null = null
  const queued = counter({
    labelNames: ['kind'],
    name: 'gatehouse_mails_queued_total',
    help: 'Mails stored in the outbox, by `kind`.',
  })
  const capped = counter({
    labelNames: ['kind'],
    name: 'gatehouse_mails_capped_total',
    help: 'Mails not queued because of a limit of their recipient or client address, by `kind`.',
  })
  const sent = counter({
    labelNames: ['kind'],
    name: 'gatehouse_mails_sent_total',
    help: 'Mails that the SMTP server accepted, by `kind`.',
  })
  const failed = counter({
    labelNames: ['kind'],
    name: 'gatehouse_mails_failed_total',
    help: 'Attempts that failed and are repeated, by `kind`.',
  })
  const dead = counter({
    labelNames: ['kind', 'reason'],
    name: 'gatehouse_mails_dead_total',
    help: 'Mails that are not sent, by `kind` and `reason`: `rejected` by the SMTP server, or `expired`.',
  })
  const oldest = gauge({
    name: 'gatehouse_mails_oldest_pending_seconds',
    help: 'Age of the oldest mail in the outbox that is neither sent nor dead; 0 if there is none. The same in every replica.',
    collect: (metric) => metric.set(ageOf(oldestPending)),
  })
  return {
    queued,
    capped,
    sent,
    failed,
    dead,
    noteOldestPending(createdAt: Date | null, now: () => number): void {
      oldestPending = { createdAt, now }
    },
    all: [queued, capped, sent, failed, dead, oldest],
  }
}

export type MailMetrics = ReturnType<typeof mailMetrics>

function ageOf(oldest: { createdAt: Date | null; now: () => number } | null): number {
  return oldest?.createdAt ? Math.max(0, (oldest.now() - oldest.createdAt.getTime()) / 1000) : 0
}
