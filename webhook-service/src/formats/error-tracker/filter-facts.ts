import { type Payload, textAt } from '../payload.ts'

/** Error trackers have neither branches nor labels. */
export function errorTrackerFacts(payload: Payload) {
  const sender = textAt(payload, 'actor.name')
  return { format: 'error-tracker', branches: [], labels: [], senders: sender ? [sender] : [] }
}
