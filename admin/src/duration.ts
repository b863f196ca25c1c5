const units: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Parses a duration such as `90s`, `30m`, `1h` or `7d`. Throws a RangeError for anything else and for zero. */
export function durationMs(text: string): number {
  const [, amount = '', unit = ''] = /^(\d{1,9})([smhd])$/.exec(text) ?? []
  const milliseconds = Number(amount) * (units[unit] ?? 0)
  if (milliseconds === 0) throw new RangeError('use a number and s, m, h or d, such as 90s, 30m, 1h or 7d')
  return milliseconds
}
