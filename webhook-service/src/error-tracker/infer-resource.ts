import { isPayload, type Payload } from '../code-host/payload.ts'
import { legacy } from './events.ts'

/** Which key of `data` tells which resource (webhooks.md C1). */
const tellingKeys = {
  metric_alert: 'metric_alert',
  event: 'event_alert',
  error: 'error',
  comment: 'comment',
  issue: 'issue',
  installation: 'installation',
} as const

/** The resource of a body that came without its header, told from its keys alone; undefined when they do not tell. */
export function inferResource(payload: Payload): string | undefined {
  const { data } = payload
  const has = (record: Payload, key: string) =>
    Object.hasOwn(record, key) && record[key] !== null && record[key] !== undefined
  if (isPayload(data)) {
    const key = Object.keys(tellingKeys).find((each) => has(data, each))
    return key && tellingKeys[key as keyof typeof tellingKeys]
  }
  return has(payload, 'event') || has(payload, 'url') ? legacy : undefined
}
