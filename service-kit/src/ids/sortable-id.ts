const width = 19

/**
 * An id as it is stored: decimal digits padded to the width of 2^63-1, so that the order of strings is the order of
 * numbers, in indexes and ranges alike. Every id in this service's collections is stored so.
 */
export function toSortable(id: string): string {
  return id.padStart(width, '0')
}

/** The id as the wire has it. */
export function fromSortable(stored: string): string {
  return stored.replace(/^0+(?=\d)/, '')
}
