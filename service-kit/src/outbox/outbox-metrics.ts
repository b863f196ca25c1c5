import { counter, readGauge } from '../metrics/metric.ts'

export const unreadableEntries = counter({
  labelNames: ['what'],
  name: 'gatehouse_outbox_unreadable_total',
  help: 'Stored documents (`what`: `events` or `messages`) that were never published because they cannot be read; their `outbox.state` is `unreadable`.',
})

export function outboxAge(oldestPendingSeconds: Record<string, () => Promise<number>>) {
  return readGauge(
    {
      label: 'what',
      name: 'gatehouse_outbox_oldest_pending_seconds',
      help: 'Age of the oldest stored document (`what`: `events` or `messages`) that is not published; 0 if there is none. The same in every replica, except in session-service: there it is the oldest event in the memory of the process.',
    },
    oldestPendingSeconds,
  )
}
