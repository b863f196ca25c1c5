import { isPayload, type Payload } from '../payload.ts'

/** The objects of a list. Some senders write a single object in place of a list. */
export function toObjects(value: unknown): Payload[] {
  return (Array.isArray(value) ? value : [value]).filter(isPayload)
}

export function typeOf({ type }: Payload): string {
  return typeof type === 'string' ? type : 'unknown'
}

/** Senders write booleans as texts and numbers too. */
export function isTrue(value: unknown): boolean {
  return (
    value === true || value === 1 || /^(?:true|1|yes)$/i.test(typeof value === 'string' ? value.trim() : '')
  )
}

export function isFalse(value: unknown): boolean {
  return (
    value === false || value === 0 || /^(?:false|0|no)$/i.test(typeof value === 'string' ? value.trim() : '')
  )
}
