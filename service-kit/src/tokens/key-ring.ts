import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { readSettingFile } from '../process/read-setting-file.ts'
import { keyRingReloads } from './key-ring-metrics.ts'

export type KeyRing = {
  /** Encrypts with the current key. `context` is authenticated with the text; `open` needs the same one. */
  seal(plain: string, context: string): string
  /** Decrypts with any key of the ring; throws if the text or the context was changed. */
  open(sealed: string, context: string): string
  /** Encrypts again with the current key. Null if it was encrypted with that key. */
  reseal(sealed: string, context: string): string | null
  /** Like `seal`, for binary data. */
  sealBytes(plain: Uint8Array, context: string): Buffer
  openBytes(sealed: Uint8Array, context: string): Buffer
  /** The current key first. For secrets that are short enough to be guessed from a digest. */
  macs(text: string): [string, ...string[]]
}

const ivBytes = 12
const tagBytes = 16
const macKeyBytes = 32
/** Version and key id. */
const maxPrefixBytes = 68

const ringShape = z
  .object({
    current: z.string(),
    keys: z.record(z.string().regex(/^[A-Za-z0-9_-]{1,64}$/), z.string().regex(/^[A-Za-z0-9+/]{43}=$/)),
  })
  .refine((ring) => Object.hasOwn(ring.keys, ring.current))

/**
 * Reads JSON `{"current", "keys": {id: base64 of 32 bytes}}` or `file:/path/to/it`. A changed file is used
 * after `reloadSeconds`. Errors never contain a key.
 */
export function openKeyRing(text: string, { reloadSeconds = 10 } = {}): KeyRing {
  const ring = text.startsWith('file:') ? fileRing(text.slice(5), reloadSeconds * 1000) : fixedRing(text)

  const keyRing: KeyRing = {
    seal(plain, context) {
      const { keyId, iv, ciphertext } = encrypt(ring(), Buffer.from(plain), context)
      return ['v1', keyId, iv.toString('base64url'), Buffer.concat(ciphertext).toString('base64url')].join(
        '.',
      )
    },

    open: (sealed, context) => decrypt(ring(), parseSealed(sealed), context).toString('utf8'),

    sealBytes(plain, context) {
      const { keyId, iv, ciphertext } = encrypt(ring(), plain, context)
      return Buffer.concat([Buffer.from(`v1.${keyId}.`), iv, ...ciphertext])
    },

    reseal(sealed, context) {
      const isCurrent = parseSealed(sealed).keyId === ring().current
      return isCurrent ? null : keyRing.seal(keyRing.open(sealed, context), context)
    },
    openBytes: (sealed, context) => decrypt(ring(), parseSealedBytes(sealed), context),

    macs(text) {
      const { currentMacKey, olderMacKeys } = ring()
      return [macOf(currentMacKey, text), ...olderMacKeys.map((key) => macOf(key, text))]
    },
  }
  return keyRing
}

type Ring = ReturnType<typeof ringOf>

type Sealed = { keyId: string; iv: Buffer; ciphertext: Buffer }

/** The last part of the ciphertext is the authentication tag. */
function encrypt({ current, currentKey }: Ring, plain: Uint8Array, context: string) {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', currentKey, iv).setAAD(Buffer.from(context))
  return { keyId: current, iv, ciphertext: [cipher.update(plain), cipher.final(), cipher.getAuthTag()] }
}

function decrypt({ keys }: Ring, { keyId, iv, ciphertext }: Sealed, context: string): Buffer {
  const end = ciphertext.length - tagBytes
  const decipher = createDecipheriv('aes-256-gcm', keyOf(keys, keyId), iv, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(context)).setAuthTag(ciphertext.subarray(end))
  return Buffer.concat([decipher.update(ciphertext.subarray(0, end)), decipher.final()])
}

function ringOf(json: string) {
  const { current, keys } = parseRing(json)
  const currentKey = keyOf(keys, current)
  return {
    current,
    keys,
    currentKey,
    currentMacKey: macKeyOf(currentKey),
    olderMacKeys: [...keys].filter(([id]) => id !== current).map(([, key]) => macKeyOf(key)),
  }
}

function fixedRing(json: string): () => Ring {
  const ring = ringOf(json)
  return () => ring
}

/** A file that cannot be read later leaves the previous keys in use. */
function fileRing(path: string, reloadMs: number): () => Ring {
  let json = readSettingFile('GATEHOUSE_KEYS', path).toString('utf8')
  let ring = ringOf(json)
  let readAt = Date.now()

  return () => {
    if (Date.now() - readAt < reloadMs) return ring
    readAt = Date.now()
    try {
      const next = readFileSync(path, 'utf8')
      if (next === json) return ring
      ring = ringOf(next)
      json = next
      keyRingReloads.inc({ outcome: 'loaded' })
    } catch {
      keyRingReloads.inc({ outcome: 'failed' })
    }
    return ring
  }
}

/** Node 24 needs 10 us more for each use of a key that is no KeyObject. */
function parseRing(json: string): { current: string; keys: Map<string, KeyObject> } {
  try {
    const ring = ringShape.parse(JSON.parse(json))
    const keys = Object.entries(ring.keys).map(([id, key]) => [id, createSecretKey(key, 'base64')] as const)
    return { current: ring.current, keys: new Map(keys) }
  } catch {
    // Without the cause, because parse errors quote their input.
    throw new Error('The key ring must be JSON {"current": ID, "keys": {ID: base64 of 32 bytes}}.')
  }
}

function keyOf(keys: Map<string, KeyObject>, id: string): KeyObject {
  const key = keys.get(id)
  if (!key) throw new Error(`The key ring has no key "${id}".`)
  return key
}

/** A key has one purpose only (NIST SP 800-57 part 1, 5.2), so HMAC has a key of its own. */
function macKeyOf(key: KeyObject): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', key, '', 'gatehouse mac', macKeyBytes)))
}

function macOf(key: KeyObject, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

function parseSealed(sealed: string): Sealed {
  const [version, keyId, iv, body, ...rest] = sealed.split('.')
  const ciphertext = Buffer.from(body ?? '', 'base64url')
  if (version !== 'v1' || !keyId || !iv || ciphertext.length < tagBytes || rest.length > 0) throw notSealed()
  return { keyId, iv: Buffer.from(iv, 'base64url'), ciphertext }
}

function parseSealedBytes(sealed: Uint8Array): Sealed {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
  const [, keyId] = /^v1\.([\w-]{1,64})\./.exec(bytes.toString('latin1', 0, maxPrefixBytes)) ?? []
  if (!keyId) throw notSealed()
  const ivStart = `v1.${keyId}.`.length
  const bodyStart = ivStart + ivBytes
  if (bytes.length < bodyStart + tagBytes) throw notSealed()
  return { keyId, iv: bytes.subarray(ivStart, bodyStart), ciphertext: bytes.subarray(bodyStart) }
}

function notSealed(): Error {
  return new Error('This is not a sealed value.')
}
