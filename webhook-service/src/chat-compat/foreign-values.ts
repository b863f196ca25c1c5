import type { Payload } from '../code-host/payload.ts'
import { isPayload } from '../code-host/payload.ts'
import { withoutMentions } from '../messages/mentions.ts'
import { webUrl } from '../messages/web-url.ts'

/** The objects of a list; a single object where a list belongs is a list of one, and junk is left out. */
export function records(value: unknown): Payload[] {
  return (Array.isArray(value) ? value : [value]).filter(isPayload)
}

/** Senders write booleans as texts and numbers too. */
export function isOn(value: unknown): boolean {
  return (
    value === true || value === 1 || /^(?:true|1|yes)$/i.test(typeof value === 'string' ? value.trim() : '')
  )
}

/** The other way round: only what says so is off, since absent means on. */
export function isOff(value: unknown): boolean {
  return (
    value === false || value === 0 || /^(?:false|0|no)$/i.test(typeof value === 'string' ? value.trim() : '')
  )
}

/** A URL as it stands in a card; like in text, an at sign in it mentions nobody. */
export function cardUrl(value: unknown): string | undefined {
  const url = webUrl(value)
  return url && webUrl(withoutMentions(url))
}
