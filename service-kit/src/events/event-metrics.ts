import { counter, readGauge } from '../metrics/metric.ts'

export type RejectionReason = 'unreadable' | 'invalid' | 'trimmed' | 'failed'

export const rejectedEvents = counter({
  labelNames: ['source', 'reason'],
  name: 'gatehouse_events_rejected_total',
  help: 'Events of other services that could not be stored, by `source` and `reason`: `unreadable` and `invalid` are skipped for good, `trimmed` were removed from the stream before they were read, `failed` counts attempts that are repeated later.',
})

export function eventLag(unstored: Record<string, () => Promise<number>>) {
  return readGauge(
    {
      label: 'source',
      name: 'gatehouse_events_lag',
      help: 'Events in the stream of another service (`source`) that are not stored in the audit log. The same in every replica.',
    },
    unstored,
  )
}
