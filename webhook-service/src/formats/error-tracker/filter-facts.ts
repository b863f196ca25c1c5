import { type Payload, textAt } from '../payload.ts'

/** What event filters can ask of an error tracker's payload: it knows neither branches nor labels. */
export function errorTrackerFacts(payload: Payload) {
  const sender = textAt(payload, 'actor.name')
  return { format: 'error-tracker', branches: [], labels: [], senders: sender ? [sender] : [] }
}
