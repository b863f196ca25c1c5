import { resources } from './resources.ts'

/**
 * The resource named by the headers; empty if none is. Other error trackers send `X-Sentry-Event`, some of
 * them with an action in it.
 */
export function headerResource(headers: Record<string, string>): string {
  const resource = headers['sentry-hook-resource']?.trim()
  if (resource) return resource
  const event = headers['x-sentry-event']?.trim() ?? ''
  return Object.hasOwn(resources, event) ? event : ''
}
