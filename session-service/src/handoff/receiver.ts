import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import { addressPrefix } from '@gatehouse/service-kit/net/address-prefix'
import { digest, newSecret } from '@gatehouse/service-kit/tokens/secret-token'

export type Claim = { secret: string; secretDigest: string; mark: string; client: Client }

export function newClaim(client: Client): Claim {
  const secret = newSecret()
  return { secret, secretDigest: secretDigestOf(secret), mark: markOf(client), client }
}

export function markOf({ address, userAgent }: Client): string {
  return digest(`${addressPrefix(address)}\n${userAgent}`).toString('base64url')
}

/** The digest of an absent secret matches nothing. */
export function secretDigestOf(secret = ''): string {
  return secret === '' ? '' : digest(secret).toString('base64url')
}
