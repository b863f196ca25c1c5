/** The public stream of a service under a key prefix (contract.md 9, "Events and audit"). */
export function eventStreamKey(prefix: string, service: 'auth' | 'sessions' | 'webhooks'): string {
  return `${prefix}events:${service}`
}

/** What a stream entry tells: an event and what consumers may filter by without reading it. */
export type StreamedEvent = { id: string; type: string; accountId?: string | undefined; json: string }

/** The fields of a stream entry, as XADD takes them. */
export function eventFields({ id, type, accountId, json }: StreamedEvent): string[] {
  return ['id', id, 'type', type, ...(accountId ? ['account_id', accountId] : []), 'event', json]
}
