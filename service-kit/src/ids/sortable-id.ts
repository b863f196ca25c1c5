const width = 19

/** The stored form of an id: padded to the width of 2^63-1, so that strings sort like numbers in indexes and ranges. */
export function toSortable(id: string): string {
  return id.padStart(width, '0')
}

export function fromSortable(stored: string): string {
  return stored.replace(/^0+(?=\d)/, '')
}
