/** The permissions this product knows; a directory may use any of 63 bits, and those unknown here are kept. */
export const permission = {
  ADMINISTRATOR: 1n << 3n,
  VIEW_CHANNEL: 1n << 10n,
  MANAGE_WEBHOOKS: 1n << 29n,
} as const

export const everyBit = (1n << 63n) - 1n

/** What differs for one member in one channel. */
type OverwriteBits = { allow: bigint; deny: bigint }

/**
 * A member's bits in a channel: ADMINISTRATOR has every bit whatever the channel says, else the channel takes `deny`
 * away and adds `allow` (guilds.proto, MemberPermissions).
 */
export function effectiveBits(memberBits: bigint, overwrite: OverwriteBits | null): bigint {
  if (memberBits & permission.ADMINISTRATOR) return everyBit
  if (!overwrite) return memberBits
  return (memberBits & ~overwrite.deny) | overwrite.allow
}

/** Whether these bits include the permission; ADMINISTRATOR includes all. */
export function mayDo(bits: bigint, wanted: bigint): boolean {
  return (bits & (wanted | permission.ADMINISTRATOR)) !== 0n
}
