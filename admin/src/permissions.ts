import { permission } from '@gatehouse/proto/guilds/permissions'

const bits: Record<string, bigint> = permission

/**
 * Converts `MANAGE_WEBHOOKS,VIEW_CHANNEL`, `536871936` or a mixture of both to bits as a decimal string. Throws a
 * RangeError that names an unknown part.
 */
export function permissionBits(text: string): string {
  const parts = text.split(',').map((part) => part.trim())
  return String(parts.filter(Boolean).reduce((sum, part) => sum | bitsOf(part), 0n))
}

/** The names of the set bits; `1 << n` for a bit without a name. */
export function permissionNames(decimal: string): string[] {
  const all = BigInt(decimal)
  const positions = Array.from({ length: all.toString(2).length }, (_, position) => position)
  return positions.filter((position) => (all >> BigInt(position)) & 1n).map(nameOf)
}

function bitsOf(part: string): bigint {
  if (/^\d+$/.test(part)) return BigInt(part)
  const name = part.toUpperCase()
  const bit = Object.hasOwn(bits, name) ? bits[name] : undefined
  if (bit === undefined) {
    throw new RangeError(`"${part}" is not a permission: use a number or ${Object.keys(bits).join(', ')}`)
  }
  return bit
}

function nameOf(position: number): string {
  const named = Object.entries(bits).find(([, bit]) => bit === 1n << BigInt(position))
  return named?.[0] ?? `1 << ${position}`
}
