import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import { addressPrefix } from '@gatehouse/service-kit/net/address-prefix'
import { digest, newSecret } from '@gatehouse/service-kit/tokens/secret-token'

/** The claim of a receiver: its new secret, and what is stored of the secret and the device. */
export type Claim = { secret: string; secretDigest: string; mark: string; client: Client }

export function newClaim(client: Client): Claim {
  const secret = newSecret()
  return { secret, secretDigest: secretDigestOf(secret), mark: markOf(client), client }
}

/** Recognises a receiver without its secret by its address prefix and User-Agent. */
export function markOf({ address, userAgent }: Client): string {
  return digest(`${addressPrefix(address)}\n${userAgent}`).toString('base64url')
}

/** The digest that is stored and compared; that of an absent secret matches nothing. */
export function secretDigestOf(secret: string): string {
  return secret === '' ? '' : digest(secret).toString('base64url')
}
