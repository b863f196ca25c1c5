import type { Payload } from '../payload.ts'
import { isPayload } from '../payload.ts'

/** The objects of a list; a single object where a list belongs is a list of one, and junk is left out. */
export function records(value: unknown): Payload[] {
  return (Array.isArray(value) ? value : [value]).filter(isPayload)
}

/** What a block or element says it is; what says nothing readable is of an unknown type. */
export function typeOf({ type }: Payload): string {
  return typeof type === 'string' ? type : 'unknown'
}

/** Senders write booleans as texts and numbers too. */
export function isTrue(value: unknown): boolean {
  return (
    value === true || value === 1 || /^(?:true|1|yes)$/i.test(typeof value === 'string' ? value.trim() : '')
  )
}

/** The other way round: only what says so is off, since absent means on. */
export function isFalse(value: unknown): boolean {
  return (
    value === false || value === 0 || /^(?:false|0|no)$/i.test(typeof value === 'string' ? value.trim() : '')
  )
}
