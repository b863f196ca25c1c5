/** RFC 9562, version 4. `crypto.randomUUID` is missing on pages of plain http. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const variant = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const third = `4${hex.slice(13, 16)}`
  const fourth = variant.toString(16) + hex.slice(18, 20)
  return [hex.slice(0, 8), hex.slice(8, 12), third, fourth, hex.slice(20)].join('-')
}
