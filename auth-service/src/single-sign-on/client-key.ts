import { createPrivateKey, type KeyObject } from 'node:crypto'
import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import { importJWK, type JWK } from 'jose'
import type { PrivateKey } from 'openid-client'
import { z } from 'zod'

const jwkShape = z.looseObject({ kty: z.string(), kid: z.string().optional(), alg: z.string().optional() })

/** A client secret can be a private key for private_key_jwt: PKCS #8 PEM or JWK. */
export function isPrivateKey(secret: string): boolean {
  return secret.startsWith('-----BEGIN') || secret.startsWith('{')
}

export function clientKeyProblem(secret: string): FieldCode | null {
  if (!isPrivateKey(secret)) return null
  try {
    algorithmOf(readKey(secret).key)
    return null
  } catch {
    return 'INVALID_PRIVATE_KEY'
  }
}

export async function importPrivateKey(secret: string): Promise<PrivateKey> {
  const { key, jwk } = readKey(secret)
  const imported = await importJWK(key.export({ format: 'jwk' }), jwk?.alg ?? algorithmOf(key))
  if (imported instanceof Uint8Array) throw new Error('The client key is not a private key.')
  return { key: imported, ...(jwk?.kid !== undefined && { kid: jwk.kid }) }
}

function readKey(secret: string): { key: KeyObject; jwk: JWK | null } {
  if (!secret.startsWith('{')) return { key: createPrivateKey(secret), jwk: null }
  const jwk = jwkShape.parse(JSON.parse(secret)) as JWK
  return { key: createPrivateKey({ key: jwk, format: 'jwk' }), jwk }
}

function algorithmOf(key: KeyObject): string {
  const type = key.asymmetricKeyType
  if (type === 'rsa') return 'RS256'
  if (type === 'ed25519') return 'EdDSA'
  const algorithm = { prime256v1: 'ES256', secp384r1: 'ES384', secp521r1: 'ES512' }[
    key.asymmetricKeyDetails?.namedCurve ?? ''
  ]
  if (algorithm === undefined) throw new Error('This kind of key is not supported.')
  return algorithm
}
