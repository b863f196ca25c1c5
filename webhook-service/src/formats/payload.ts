import { truncateText } from './text/truncate.ts'
import { hasVisibleText } from './text/visible-text.ts'

/** A JSON object of a sender: any key may be absent, null or of another type than documented. */
export type Payload = Record<string, unknown>

/** A part of the payload is missing without which the event cannot be rendered. */
export class UnrenderableError extends Error {
  /** Dotted path of the missing part. It contains only names from this code, so it is safe in a header. */
  readonly path: string
  constructor(path: string) {
    super(`cannot be shown without ${path}`)
    this.path = path
  }
}

export function isPayload(value: unknown): value is Payload {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Looks at own keys only, so that `constructor` is not found. */
export function valueAt(payload: Payload, path: string): unknown {
  let value: unknown = payload
  for (const key of path.split('.')) {
    if (!isPayload(value) || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}

/** A text or number as text. A text without visible characters counts as absent. */
export function textAt(payload: Payload, path: string): string | undefined {
  const value = valueAt(payload, path)
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  return typeof value === 'string' && hasVisibleText(value) ? value : undefined
}

export function objectAt(payload: Payload, path: string): Payload | undefined {
  const value = valueAt(payload, path)
  return isPayload(value) ? value : undefined
}

export function objectsAt(payload: Payload, path: string): Payload[] | undefined {
  return listAt(payload, path)?.filter(isPayload)
}

export function listAt(payload: Payload, path: string): unknown[] | undefined {
  const value = valueAt(payload, path)
  return Array.isArray(value) ? value : undefined
}

const maxDigits = 100

/** A whole number as digits, which keeps ids above 2^53 exact. */
export function digitsAt(payload: Payload, path: string): string | undefined {
  const text = textAt(payload, path)
  return text && /^\d+$/.test(text) ? truncateText(text, maxDigits) : undefined
}

export function firstTextAt(payload: Payload, ...paths: string[]): string | undefined {
  for (const path of paths) {
    const text = textAt(payload, path)
    if (text !== undefined) return text
  }
  return undefined
}

/** Throws UnrenderableError with the first part of the path that is missing. */
export function requireObject(payload: Payload, path: string): Payload {
  const steps = path.split('.')
  for (let length = 1; length < steps.length; length += 1) {
    const parent = steps.slice(0, length).join('.')
    if (!objectAt(payload, parent)) throw new UnrenderableError(parent)
  }
  const record = objectAt(payload, path)
  if (!record) throw new UnrenderableError(path)
  return record
}

/** Throws UnrenderableError if the list is missing, or has no object although it is not empty. */
export function requireObjects(payload: Payload, path: string): Payload[] {
  const records = objectsAt(payload, path)
  if (!records || (records.length === 0 && listAt(payload, path)?.length !== 0))
    throw new UnrenderableError(path)
  return records
}

/** Throws UnrenderableError with the first part of the path that is missing. */
export function requireText(payload: Payload, path: string): string {
  const parent = path.lastIndexOf('.')
  if (parent > 0) requireObject(payload, path.slice(0, parent))
  const text = textAt(payload, path)
  if (text === undefined) throw new UnrenderableError(path)
  return text
}
