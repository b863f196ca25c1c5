/** Also for brackets and marks, which `encodeURIComponent` does not encode. */
export function percentEncode(character: string): string {
  const encoded = encodeURIComponent(character)
  return encoded === character ? `%${character.charCodeAt(0).toString(16).toUpperCase()}` : encoded
}

/** `&amp;` in an address would be read as a character. */
export function withoutReferences(address: string): string {
  return address.replace(/(&#?\w+);/g, '$1%3B')
}
