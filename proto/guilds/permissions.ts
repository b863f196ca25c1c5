/** Permission bits that Gatehouse itself checks. Bits without a name here are stored and returned unchanged. */
export const permission = {
  ADMINISTRATOR: 1n << 3n,
  VIEW_CHANNEL: 1n << 10n,
  MANAGE_WEBHOOKS: 1n << 29n,
} as const

/** Permissions have 63 bits. */
export const allPermissions = (1n << 63n) - 1n

/** ADMINISTRATOR includes every permission. */
export function hasPermission(bits: bigint, wanted: bigint): boolean {
  return (bits & (wanted | permission.ADMINISTRATOR)) !== 0n
}
