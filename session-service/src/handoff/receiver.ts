import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import { clientFingerprint } from '@gatehouse/service-kit/net/client-fingerprint'
import { digestText, newSecret } from '@gatehouse/service-kit/tokens/secret-token'

export type Claim = { secret: string; secretDigest: string; fingerprint: string; client: Client }

export function newClaim(client: Client): Claim {
  const secret = newSecret()
  return { secret, secretDigest: secretDigestOf(secret), fingerprint: clientFingerprint(client), client }
}

/** The digest of an absent secret matches nothing. */
export function secretDigestOf(secret = ''): string {
  return secret === '' ? '' : digestText(secret)
}
