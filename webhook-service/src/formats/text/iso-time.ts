/** Unix milliseconds as RFC 3339; undefined before 1970, which some senders write for no time, and after the year 9999. */
export function toIsoTime(milliseconds: number): string | undefined {
  const at = new Date(milliseconds)
  const text = Number.isNaN(at.getTime()) ? '' : at.toISOString()
  return milliseconds >= 0 && /^\d{4}-/.test(text) ? text : undefined
}

/** Undefined for texts that do not begin with a date: `Date.parse` guesses one for many of them. */
export function parseIsoTime(text: string): string | undefined {
  return /^\d{4}-\d{2}-\d{2}[\w:.+ -]{0,30}$/.test(text) ? toIsoTime(Date.parse(text)) : undefined
}
