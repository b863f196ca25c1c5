import { parseTime } from '@gatehouse/service-kit/time/parse-time'

/** Unix milliseconds as RFC 3339; undefined before 1970, which some senders write for no time, and after the year 9999. */
export function toIsoTime(milliseconds: number): string | undefined {
  const at = new Date(milliseconds)
  const text = Number.isNaN(at.getTime()) ? '' : at.toISOString()
  return milliseconds >= 0 && /^\d{4}-/.test(text) ? text : undefined
}

export function parseIsoTime(text: string): string | undefined {
  const milliseconds = parseTime(text)
  return milliseconds === undefined ? undefined : toIsoTime(milliseconds)
}
