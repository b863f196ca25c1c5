import { executionFormats } from '@gatehouse/proto/executions/formats'
import { firstHeader } from '../../first-header.ts'
import { resources } from './resources.ts'

const [resourceHeader, eventHeader] = executionFormats['error-tracker'].headers.event

/**
 * The resource named by the headers; empty if none is. Other error trackers send `X-Sentry-Event`, some of
 * them with an action in it.
 */
export function headerResource(headers: Record<string, string>): string {
  const resource = firstHeader([resourceHeader], headers)?.value
  if (resource) return resource
  const event = firstHeader([eventHeader], headers)?.value ?? ''
  return Object.hasOwn(resources, event) ? event : ''
}
