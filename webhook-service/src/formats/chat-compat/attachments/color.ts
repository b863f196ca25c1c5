const presets: Record<string, number> = { good: 0x2eb67d, warning: 0xecb22e, danger: 0xe01e5a }

export function colorOf(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined
  const name = value.trim().toLowerCase()
  if (Object.hasOwn(presets, name)) return presets[name]
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/.exec(name)?.[1]
  if (!digits) return undefined
  return Number.parseInt(digits.length === 3 ? digits.replace(/./g, '$&$&') : digits, 16)
}
