import { isPayload, type Payload } from '../payload.ts'
import { legacy } from './resources.ts'

/** The first key of `data` that exists determines the resource. */
const resourceByKey: [key: string, resource: string][] = [
  ['metric_alert', 'metric_alert'],
  ['event', 'event_alert'],
  ['error', 'error'],
  ['comment', 'comment'],
  ['activity', 'activity_alert'],
  ['issue', 'issue'],
  ['installation', 'installation'],
]

export function inferResource(payload: Payload): string | undefined {
  const { data } = payload
  const has = (record: Payload, key: string) => Object.hasOwn(record, key) && record[key] !== null
  if (isPayload(data)) return resourceByKey.find(([key]) => has(data, key))?.[1]
  return has(payload, 'event') || has(payload, 'url') ? legacy : undefined
}
