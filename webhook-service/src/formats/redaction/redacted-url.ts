import { embedUrl } from '../text/web-url.ts'
import { isFreeOfAddresses } from './redact.ts'

/**
 * A link of an error report as it stands in a card. One whose query carries somebody's address goes without it, one whose path
 * does is dropped. The host is the tracker's own, and some have no name.
 */
export function redactedUrl(value: unknown): string | undefined {
  const url = embedUrl(value)
  if (url === undefined) return undefined
  // As it is written, not as it is parsed: of `/bob@example.com/../` a parsed path says nothing.
  const [address = ''] = url.split(/[?#]/, 1)
  if (!isFreeOfAddresses(address.replace(/^https?:\/\/[^/\\]*/i, ''))) return undefined
  return isFreeOfAddresses(url.slice(address.length)) ? url : address
}
