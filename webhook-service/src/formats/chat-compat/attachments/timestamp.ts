import { toIsoTime } from '../../text/iso-time.ts'

/** From here on a number counts milliseconds; as seconds it would be past the year 33000. */
const milliseconds = 1e12

/**
 * Unix seconds as RFC 3339, written as integer, float or text, or in milliseconds; zero and junk are no time
 * (webhooks.md C2).
 */
export function timestampOf(value: unknown): string | undefined {
  const isNumeric =
    typeof value === 'number' || (typeof value === 'string' && /^\s*\d+(?:\.\d*)?\s*$/.test(value))
  const number = isNumeric ? Number(value) : 0
  const at = Math.floor(number >= milliseconds ? number : number * 1000)
  return at > 0 ? toIsoTime(at) : undefined
}
