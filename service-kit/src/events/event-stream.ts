export function eventStreamKey(prefix: string, service: 'auth' | 'sessions' | 'webhooks'): string {
  return `${prefix}events:${service}`
}

/** An event, and the fields that consumers can filter by without parsing it. */
export type StreamedEvent = { id: string; type: string; accountId?: string | undefined; json: string }

/** Names and values of a stream entry, as XADD takes them. */
export function eventFields({ id, type, accountId, json }: StreamedEvent): string[] {
  return ['id', id, 'type', type, ...(accountId ? ['account_id', accountId] : []), 'event', json]
}
