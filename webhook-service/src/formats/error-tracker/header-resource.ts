import { resources } from './resources.ts'

/**
 * The resource that the headers name; empty when the body has to tell. `X-Sentry-Event` is what other implementations look
 * for (reference-api.md 11.2); some of its senders put an action there, which names no resource.
 */
export function resourceOf(headers: Record<string, string>): string {
  const named = headers['sentry-hook-resource']?.trim()
  if (named) return named
  const event = headers['x-sentry-event']?.trim() ?? ''
  return Object.hasOwn(resources, event) ? event : ''
}
