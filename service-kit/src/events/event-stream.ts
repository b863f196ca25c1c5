export function eventStreamKey(prefix: string, service: 'auth' | 'sessions' | 'webhooks'): string {
  return `${prefix}events:${service}`
}

export type StreamedEvent = { id: string; type: string; accountId?: string | undefined; json: string }

export function eventFields({ id, type, accountId, json }: StreamedEvent): string[] {
  return ['id', id, 'type', type, ...(accountId ? ['account_id', accountId] : []), 'event', json]
}
