import { truncateText } from './text/truncate.ts'
import { hasVisibleText } from './text/visible-text.ts'

/** A JSON object somebody else made: any key may be absent, null or of another type than documented. */
export type Payload = Record<string, unknown>

/** Thrown when the part without which an event cannot be shown is not there (contract.md 8 row 4). */
export class UnrenderableError extends Error {
  /** Dotted path of the part, made of our own words only, so it may stand in a header. */
  readonly path: string
  constructor(path: string) {
    super(`cannot be shown without ${path}`)
    this.path = path
  }
}

export function isPayload(value: unknown): value is Payload {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value at a dotted path, looking at own keys only. */
export function valueAt(payload: Payload, path: string): unknown {
  let value: unknown = payload
  for (const key of path.split('.')) {
    if (!isPayload(value) || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}

/** A text or a number as text; nothing for everything else, a text of which nothing can be seen included (contract.md 7 row 25). */
export function textAt(payload: Payload, path: string): string | undefined {
  const value = valueAt(payload, path)
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  return typeof value === 'string' && hasVisibleText(value) ? value : undefined
}

export function objectAt(payload: Payload, path: string): Payload | undefined {
  const value = valueAt(payload, path)
  return isPayload(value) ? value : undefined
}

/** The objects of a list without what else stands in it; undefined when there is no list. */
export function objectsAt(payload: Payload, path: string): Payload[] | undefined {
  return listAt(payload, path)?.filter(isPayload)
}

export function listAt(payload: Payload, path: string): unknown[] | undefined {
  const value = valueAt(payload, path)
  return Array.isArray(value) ? value : undefined
}

/** More than any real number has; the rest is cut with an ellipsis. */
const maxDigits = 100

/** Whole numbers, also those past 2^53 that arrive as digits (contract.md 8 row 37). */
export function digitsAt(payload: Payload, path: string): string | undefined {
  const text = textAt(payload, path)
  return text && /^\d+$/.test(text) ? truncateText(text, maxDigits) : undefined
}

/** The first of these paths that has a text. */
export function firstTextAt(payload: Payload, ...paths: string[]): string | undefined {
  for (const path of paths) {
    const text = textAt(payload, path)
    if (text !== undefined) return text
  }
  return undefined
}

/** An object that must be there; names the first missing step of the path otherwise. */
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

/** A list that must be there, with its objects alone; of other things only it is as good as missing. */
export function requireObjects(payload: Payload, path: string): Payload[] {
  const records = objectsAt(payload, path)
  if (!records || (records.length === 0 && listAt(payload, path)?.length !== 0))
    throw new UnrenderableError(path)
  return records
}

/** A text that must be there; names the first missing step of the path otherwise. */
export function requireText(payload: Payload, path: string): string {
  const parent = path.lastIndexOf('.')
  if (parent > 0) requireObject(payload, path.slice(0, parent))
  const text = textAt(payload, path)
  if (text === undefined) throw new UnrenderableError(path)
  return text
}
