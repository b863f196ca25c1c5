/** Parses four digits; null for anything else and for 0000. */
export function readDiscriminator(typed: string): number | null {
  const number = /^\d{4}$/.test(typed) ? Number(typed) : 0
  return number === 0 ? null : number
}
