import { isPayload, type Payload } from '../payload.ts'
import { legacy } from './resources.ts'

/** Which key of `data` tells which resource; the first that is there (webhooks.md C1). */
const told: [key: string, resource: string][] = [
  ['metric_alert', 'metric_alert'],
  ['event', 'event_alert'],
  ['error', 'error'],
  ['comment', 'comment'],
  ['issue', 'issue'],
  ['installation', 'installation'],
]

/** The resource of a body that came without its header, told from its keys alone; undefined when they do not tell. */
export function inferResource(payload: Payload): string | undefined {
  const { data } = payload
  const has = (record: Payload, key: string) => Object.hasOwn(record, key) && record[key] !== null
  if (isPayload(data)) return told.find(([key]) => has(data, key))?.[1]
  return has(payload, 'event') || has(payload, 'url') ? legacy : undefined
}
