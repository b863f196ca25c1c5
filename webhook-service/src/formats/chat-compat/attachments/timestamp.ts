import { toIsoTime } from '../../text/iso-time.ts'

/** Larger numbers are milliseconds: as seconds they would be after the year 33000. */
const milliseconds = 1e12

/** Senders write Unix time as an integer, a float or a text, in seconds or milliseconds. */
export function timestampOf(value: unknown): string | undefined {
  const isNumeric =
    typeof value === 'number' || (typeof value === 'string' && /^\s*\d+(?:\.\d*)?\s*$/.test(value))
  const number = isNumeric ? Number(value) : 0
  const at = Math.floor(number >= milliseconds ? number : number * 1000)
  return at > 0 ? toIsoTime(at) : undefined
}
