import { ignoreOptIn, type Rendering } from '../formats/rendering.ts'
import { type EventFacts, type EventFilter, evaluate } from './event-filter.ts'

export type FilteredRendering =
  | Rendering
  | { kind: 'filtered'; event: string; action: string | null; reason: string }

type Facts = Pick<EventFacts, 'format' | 'branches' | 'labels' | 'senders'>

export function filterRendering(
  filter: EventFilter,
  rendering: Rendering,
  facts: () => Facts,
): FilteredRendering {
  const { event, action } = rendering
  if (event === null || filter.mode === 'all') return ignoreOptIn(rendering)
  const verdict = evaluate(filter, { ...facts(), event, action })
  if (!verdict.isAllowed) return { kind: 'filtered', event, action, reason: verdict.reason }
  return verdict.isNamed ? rendering : ignoreOptIn(rendering)
}
