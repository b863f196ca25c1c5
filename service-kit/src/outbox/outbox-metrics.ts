import { counter } from '../metrics/metric.ts'

export const unreadableEntries = counter({
  labelNames: ['what'],
  name: 'gatehouse_outbox_unreadable_total',
  help: 'Stored documents (`what`: `events` or `messages`) that were never published because they cannot be read; their `outbox.state` is `unreadable`.',
})
