export function readDiscriminator(typed: string): number | null {
  const number = /^\d{4}$/.test(typed) ? Number(typed) : 0
  return number === 0 ? null : number
}
