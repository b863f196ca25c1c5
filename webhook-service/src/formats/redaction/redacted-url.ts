import { embedUrl } from '../text/web-url.ts'
import { isFreeOfAddresses } from './redact.ts'

/**
 * Removes the query and fragment of a URL if they contain an address; returns undefined if the path does. The
 * host is that of the error tracker, which may be an IP address.
 */
export function redactedUrl(value: unknown): string | undefined {
  const url = embedUrl(value)
  if (url === undefined) return undefined
  // Checks the URL as written: parsing removes `/bob@example.com/../`.
  const [address = ''] = url.split(/[?#]/, 1)
  if (!isFreeOfAddresses(address.replace(/^https?:\/\/[^/\\]*/i, ''))) return undefined
  return isFreeOfAddresses(url.slice(address.length)) ? url : address
}
