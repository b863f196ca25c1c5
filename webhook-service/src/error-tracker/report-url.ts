import { cardUrl } from '../messages/card-url.ts'
import { decodeAll } from './decode-all.ts'
import { isFreeOfAddresses } from './scrub.ts'

/**
 * A link of an error report as it stands in a card. One whose query carries somebody's address goes without it, one whose path
 * does is dropped. The host is the tracker's own, and some have no name.
 */
export function reportUrl(value: unknown): string | undefined {
  const url = cardUrl(value)
  const parsed = url === undefined ? null : URL.parse(url)
  if (url === undefined || !parsed || !carriesNone(parsed.pathname)) return undefined
  return carriesNone(parsed.search) && carriesNone(parsed.hash) ? url : url.replace(/[?#].*$/s, '')
}

function carriesNone(part: string): boolean {
  return isFreeOfAddresses(decodeAll(part))
}
