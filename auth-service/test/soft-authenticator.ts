import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

export type Algorithm = 'ES256' | 'EdDSA' | 'RS256'

/** What an authenticator can do wrong. */
export type Faults = {
  origin?: string
  rpId?: string
  type?: string
  challenge?: string
  clientData?: Record<string, unknown>
  flags?: number
  counter?: number
  userHandle?: string
  signature?: (signature: Buffer) => Buffer
  authenticatorData?: (data: Buffer) => Buffer
  attestation?: (data: Map<string, unknown>) => void
  /** The key that is registered, in COSE. */
  key?: (key: Map<number, number | Uint8Array>) => Uint8Array
}

export const flag = { up: 0x01, uv: 0x04, be: 0x08, bs: 0x10, at: 0x40, ed: 0x80 }

const origin = 'http://localhost:8080'
const rpId = 'localhost'

/** A credential with its private key in PEM. */
export type ExportedCredential = { id: string; algorithm: Algorithm; accountId: string; key: string }

/** An authenticator in software, with one credential, which can be one that another authenticator exported. */
export function softAuthenticator({
  algorithm = 'ES256',
  accountId = '',
  ...exported
}: Partial<ExportedCredential> = {}) {
  const privateKey = exported.key ? createPrivateKey(exported.key) : newKey(algorithm)
  const publicKey = createPublicKey(privateKey)
  const idBytes = exported.id ? Buffer.from(exported.id, 'base64url') : randomBytes(32)
  const id = idBytes.toString('base64url')
  const clientDataOf = (type: string, challenge: string, faults: Faults) =>
    Buffer.from(
      JSON.stringify({
        type: faults.type ?? type,
        challenge: faults.challenge ?? challenge,
        origin: faults.origin ?? origin,
        crossOrigin: false,
        ...faults.clientData,
      }),
    )

  return {
    id,
    exported: (): ExportedCredential => {
      const key = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
      return { id, algorithm, accountId, key }
    },
    register(challenge: string, faults: Faults = {}) {
      const attested = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, idBytes.length]),
        idBytes,
        faults.key?.(coseKey(algorithm, publicKey)) ?? isoCBOR.encode(coseKey(algorithm, publicKey)),
      ])
      const data = Buffer.concat([
        authenticatorData(flag.up | flag.uv | flag.at, { counter: 0, ...faults }),
        attested,
      ])
      const object = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(faults.authenticatorData?.(data) ?? data)],
      ])
      faults.attestation?.(object)
      const attestationObject = Buffer.from(isoCBOR.encode(object as never)).toString('base64url')
      const clientDataJSON = clientDataOf('webauthn.create', challenge, faults).toString('base64url')
      const response = { clientDataJSON, attestationObject, transports: ['internal'] }
      return JSON.stringify({ id, rawId: id, type: 'public-key', response })
    },
    assert(challenge: string, faults: Faults = {}) {
      const data = authenticatorData(flag.up | flag.uv, { counter: 0, ...faults })
      const sent = faults.authenticatorData?.(data) ?? data
      const clientData = clientDataOf('webauthn.get', challenge, faults)
      const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()])
      const signature = sign(algorithm === 'EdDSA' ? null : 'sha256', signed, privateKey)
      const response = {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: sent.toString('base64url'),
        signature: (faults.signature?.(signature) ?? signature).toString('base64url'),
        userHandle: Buffer.from(faults.userHandle ?? accountId).toString('base64url'),
      }
      return JSON.stringify({ id, rawId: id, type: 'public-key', response })
    },
  }
}

function authenticatorData(defaultFlags: number, { rpId: id = rpId, flags, counter = 0 }: Faults): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([
    createHash('sha256').update(id).digest(),
    Buffer.from([flags ?? defaultFlags]),
    count,
  ])
}

function newKey(algorithm: Algorithm): KeyObject {
  if (algorithm === 'EdDSA') return generateKeyPairSync('ed25519').privateKey
  if (algorithm === 'RS256') return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
}

/** RFC 9053 and RFC 8230. */
function coseKey(algorithm: Algorithm, key: KeyObject): Map<number, number | Uint8Array> {
  const { x = '', y = '', n = '', e = '' } = key.export({ format: 'jwk' })
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
  const entries = {
    ES256: [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ],
    EdDSA: [
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, bytes(x)],
    ],
    RS256: [
      [1, 3],
      [3, -257],
      [-1, bytes(n)],
      [-2, bytes(e)],
    ],
  } as const
  return new Map<number, number | Uint8Array>(entries[algorithm])
}
