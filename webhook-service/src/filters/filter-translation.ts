import { type Translation, unlessOptIn } from '../formats/render-result.ts'
import { type EventFacts, type EventFilter, evaluate } from './event-filter.ts'

/** What becomes of a payload at a webhook: what it would be, or nothing since the webhook's filter denies it. */
export type FilteredTranslation =
  | Translation
  | { kind: 'filtered'; event: string; action: string | null; reason: string }

type Facts = Pick<EventFacts, 'format' | 'branches' | 'labels' | 'senders'>

/** What is left of a translation once the webhook's filter has seen it. What has no event passes. */
export function filterTranslation(
  filter: EventFilter,
  translation: Translation,
  facts: () => Facts,
): FilteredTranslation {
  const { event, action } = translation
  if (event === null || filter.mode === 'all') return unlessOptIn(translation)
  const verdict = evaluate(filter, { ...facts(), event, action })
  if (!verdict.isAllowed) return { kind: 'filtered', event, action, reason: verdict.reason }
  return verdict.isNamed ? translation : unlessOptIn(translation)
}
