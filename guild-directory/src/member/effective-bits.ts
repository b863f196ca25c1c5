import { allPermissions, permission } from '@gatehouse/proto/guilds/permissions'

/**
 * The permissions of a member in a channel: all of them for an ADMINISTRATOR, otherwise the member's own without `deny` and
 * with `allow` of the channel's overwrite for this member.
 */
export function effectiveBits(memberBits: bigint, overwrite: { allow: bigint; deny: bigint } | null): bigint {
  if (memberBits & permission.ADMINISTRATOR) return allPermissions
  if (!overwrite) return memberBits
  return (memberBits & ~overwrite.deny) | overwrite.allow
}
