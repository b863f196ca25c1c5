import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import { addressPrefix } from '@gatehouse/service-kit/net/address-prefix'
import { digest, newSecret } from '@gatehouse/service-kit/tokens/secret-token'

/** Who claims a handoff: their new secret, and what of it and of them is stored. */
export type Claim = { secret: string; secretDigest: string; mark: string; client: Client }

/** A claim with a secret of its own. */
export function newClaim(client: Client): Claim {
  const secret = newSecret()
  return { secret, secretDigest: secretDigestOf(secret), mark: markOf(client), client }
}

/** How a receiver without its secret is recognised: same address prefix, same User-Agent (contract.md 7 row 5). */
export function markOf({ address, userAgent }: Client): string {
  return digest(`${addressPrefix(address)}\n${userAgent}`).toString('base64url')
}

/** How a presented secret is stored and compared; that of an absent one matches nothing. */
export function secretDigestOf(secret: string): string {
  return secret === '' ? '' : digest(secret).toString('base64url')
}
