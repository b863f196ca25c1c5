import { createHmac } from 'node:crypto'
import { Format } from '@gatehouse/proto/gen/webhooks/v1/messages'

/** The head of an error tracker's post. */
export function errorTracker(resource: string, deliveryId = '', more: Record<string, string> = {}) {
  const headers: Record<string, string> = { ...more }
  if (resource) headers['sentry-hook-resource'] = resource
  if (deliveryId) headers['request-id'] = deliveryId
  return { format: Format.ERROR_TRACKER, headers }
}

/** A signature as error trackers write it; code hosts put `sha256=` before it. */
export function signed(secret: string, body: string | Buffer): string {
  return createHmac('sha256', secret).update(body).digest('hex')
}
