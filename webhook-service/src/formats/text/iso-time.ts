/** Milliseconds since 1970 as RFC 3339 with milliseconds; undefined for years that have not four digits there. */
export function toIsoTime(milliseconds: number): string | undefined {
  const at = new Date(milliseconds)
  const text = Number.isNaN(at.getTime()) ? '' : at.toISOString()
  return /^\d{4}-/.test(text) ? text : undefined
}

/** A written time in the same form; undefined for all that does not begin with a date, of which Date would guess one. */
export function parseIsoTime(text: string): string | undefined {
  return /^\d{4}-\d{2}-\d{2}[\w:.+ -]{0,30}$/.test(text) ? toIsoTime(Date.parse(text)) : undefined
}
