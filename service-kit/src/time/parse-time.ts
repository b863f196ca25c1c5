const form =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(?:[.,](\d{1,9}))?(?: ?(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?))?(?: [A-Z]{3,4})?)?$/i

/**
 * Unix milliseconds of a time as senders write it: RFC 3339, also with a space, without seconds, with `+0000`, `+00` or `UTC`, or a date
 * alone. Without a zone it is UTC. Undefined if it is none.
 */
export function parseTime(text: string): number | undefined {
  const found = form.exec(text.trim())
  if (!found) return undefined
  const [, date, minutes = '00:00', seconds = ':00', fraction = '0', zone = 'Z'] = found
  const milliseconds = Date.parse(`${date}T${minutes}${seconds}.${fraction.slice(0, 3)}${zoneOf(zone)}`)
  return Number.isNaN(milliseconds) ? undefined : milliseconds
}

function zoneOf(zone: string): string {
  const [, hours, minutes = '00'] = /^([+-]\d{2}):?(\d{2})?$/.exec(zone) ?? []
  return hours ? `${hours}:${minutes}` : 'Z'
}
