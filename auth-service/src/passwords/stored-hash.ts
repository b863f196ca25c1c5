export type Argon2Parameters = { memoryKib: number; passes: number; lanes: number }

export type StoredHash =
  | { scheme: 'argon2'; text: string; isArgon2id: boolean; memoryKib: number; passes: number; lanes: number }
  | { scheme: 'bcrypt'; text: string; rounds: number }
  | Scrypt
  | { scheme: 'pbkdf2'; hash: Pbkdf2Hash; iterations: number; salt: Buffer; digest: Buffer }

type Scrypt = {
  scheme: 'scrypt'
  cost: number
  blockSize: number
  lanes: number
  salt: Buffer
  digest: Buffer
  /** Of the password. Absent: as it is stored here, NFC. */
  form?: 'NFKC'
  /** Firebase encrypts this key with the derived one: the digest is the ciphertext. */
  signer?: Buffer
}

type Pbkdf2Hash = 'sha1' | 'sha256' | 'sha512'

/** Bytes of one block. */
export const pbkdf2Blocks = { sha1: 20, sha256: 32, sha512: 64 } as const satisfies Record<Pbkdf2Hash, number>

/** The string formats, with an example of each in docs/import.md. */
const formats: [RegExp, (...parts: string[]) => StoredHash | null][] = [
  // Each of m, t and p once, in any order: the argon2 package of npm sorts them since 0.45.
  [
    /^(?:argon2)?(\$argon2(id?)\$v=\d+\$(?=[^$]*m=(\d+))(?=[^$]*t=(\d+))(?=[^$]*p=(\d+))(?:[mtp]=\d+(?:,|(?=\$))){3}\$[\w+/]+={0,2}\$[\w+/]+={0,2})$/,
    argon2,
  ],
  [/^(?:bcrypt\$)?\$2[aby](\$(\d\d)\$[./A-Za-z0-9]{53})$/, bcrypt],
  [/^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w+/.-]+={0,2})\$([\w+/.-]+={0,2})$/, phcScrypt],
  [/^scrypt\$(\d+)\$([^$]+)\$(\d+)\$(\d+)\$([\w+/]+={0,2})$/, djangoScrypt],
  [
    /^\$pbkdf2(?:-(sha1|sha256|sha512))?\$(?:i=)?(\d+)(?:,l=(\d+))?\$([\w+/.-]+={0,2})\$([\w+/.-]+={0,2})$/,
    phcPbkdf2,
  ],
  [/^pbkdf2_(sha1|sha256|sha512)\$(\d+)\$([^$]+)\$([\w+/]+={0,2})$/, djangoPbkdf2],
  [
    /^\$firescrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w+/-]+={0,2})\$([\w+/-]+={0,2})\$([\w+/-]+={0,2})\$([\w+/-]+={0,2})$/,
    firebaseScrypt,
  ],
  [/^([0-9a-f]{32}|s2:[0-9a-z]{16}):([0-9a-f]{128})$/, betterAuthScrypt],
  [/^scrypt:(\d+):(\d+):(\d+)\$([^$]+)\$([0-9a-f]{128})$/, werkzeugScrypt],
  [/^pbkdf2:(sha1|sha256|sha512):(\d+)\$([^$]+)\$([0-9a-f]+)$/, werkzeugPbkdf2],
  [/^(A[\w+/]{65,170}={0,2})$/, aspNetIdentity],
]

/** Null for an unknown format. Does not check whether it is affordable. */
export function readStoredHash(text: string): StoredHash | null {
  for (const [format, read] of formats) {
    const parts = format.exec(text)
    if (parts) return read(...parts.slice(1))
  }
  return null
}

export function isCurrentHash(stored: StoredHash | null, current: Argon2Parameters): boolean {
  return (
    stored?.scheme === 'argon2' &&
    stored.isArgon2id &&
    stored.memoryKib === current.memoryKib &&
    stored.passes === current.passes &&
    stored.lanes === current.lanes
  )
}

/** The scheme and parameters of a hash. Hashes with the same text need the same work. */
export function workOf(stored: StoredHash): string {
  const isSecret = (key: string) => ['text', 'salt', 'digest', 'signer'].includes(key)
  return JSON.stringify(stored, (key, value: unknown) => (isSecret(key) ? undefined : value))
}

/** No argon2d: its memory accesses depend on the password (RFC 9106, section 1). */
function argon2(text = '', variant = '', memoryKib = '', passes = '', lanes = ''): StoredHash {
  const parameters = { memoryKib: Number(memoryKib), passes: Number(passes), lanes: Number(lanes) }
  // The library reads base64 without padding, as the PHC string format has it.
  const unpadded = text.replace(/=+(?=\$|$)/g, '')
  return { scheme: 'argon2', text: unpadded, isArgon2id: variant === 'id', ...parameters }
}

/**
 * $2a$, $2b$ and $2y$ are revisions of one algorithm. All are read as $2b$, which uses the first 72 bytes:
 * OpenBSD's $2a$, where the length of longer passwords wrapped around, is not supported.
 */
function bcrypt(rest = '', rounds = ''): StoredHash {
  return { scheme: 'bcrypt', text: `$2b${rest}`, rounds: Number(rounds) }
}

function phcScrypt(log2Cost = '', blockSize = '', lanes = '', salt = '', digest = ''): StoredHash {
  const parameters = { cost: 2 ** Number(log2Cost), blockSize: Number(blockSize), lanes: Number(lanes) }
  return { scheme: 'scrypt', ...parameters, salt: base64(salt), digest: base64(digest) }
}

/** In Django the salt is the text itself, not base64. */
function djangoScrypt(cost = '', salt = '', blockSize = '', lanes = '', digest = ''): StoredHash {
  const parameters = { cost: Number(cost), blockSize: Number(blockSize), lanes: Number(lanes) }
  return { scheme: 'scrypt', ...parameters, salt: Buffer.from(salt), digest: base64(digest) }
}

/** Null if the digest is not the whole ciphertext of the signer key. */
function firebaseScrypt(
  log2Cost = '',
  blockSize = '',
  lanes = '',
  salt = '',
  digest = '',
  separator = '',
  signer = '',
): StoredHash | null {
  const parameters = { cost: 2 ** Number(log2Cost), blockSize: Number(blockSize), lanes: Number(lanes) }
  const salted = Buffer.concat([base64(salt), base64(separator)])
  const ciphertext = { digest: base64(digest), signer: base64(signer) }
  const isWhole = ciphertext.digest.length === ciphertext.signer.length
  return isWhole ? { scheme: 'scrypt', ...parameters, salt: salted, ...ciphertext } : null
}

/** Also of Lucia, whose second version writes `s2:`. The salt is its text. */
function betterAuthScrypt(salt = '', digest = ''): StoredHash {
  const parameters = { cost: 2 ** 14, blockSize: 16, lanes: 1, form: 'NFKC' } as const
  const text = salt.replace('s2:', '')
  return { scheme: 'scrypt', ...parameters, salt: Buffer.from(text), digest: Buffer.from(digest, 'hex') }
}

function werkzeugScrypt(cost = '', blockSize = '', lanes = '', salt = '', digest = ''): StoredHash {
  const parameters = { cost: Number(cost), blockSize: Number(blockSize), lanes: Number(lanes) }
  return { scheme: 'scrypt', ...parameters, salt: Buffer.from(salt), digest: Buffer.from(digest, 'hex') }
}

/** Null if the digest has not the length of the hash. */
function werkzeugPbkdf2(hash = '', iterations = '', salt = '', hex = ''): StoredHash | null {
  const digest = Buffer.from(hex, 'hex')
  const isWhole = hex.length === 2 * pbkdf2Blocks[hash as Pbkdf2Hash]
  return isWhole ? pbkdf2(hash, iterations, Buffer.from(salt), digest) : null
}

/**
 * Version 2: 0, a salt of 16 bytes, a key of 32. Version 3: 1, the number of the hash, iterations and length of the salt, each of four
 * bytes, salt, key.
 */
function aspNetIdentity(text = ''): StoredHash | null {
  const bytes = base64(text)
  if (bytes[0] === 0 && bytes.length === 49)
    return pbkdf2('sha1', '1000', bytes.subarray(1, 17), bytes.subarray(17))
  const hash = bytes.length < 13 ? undefined : (['sha1', 'sha256', 'sha512'] as const)[bytes.readUInt32BE(1)]
  if (bytes[0] !== 1 || hash === undefined) return null
  const saltEnd = 13 + bytes.readUInt32BE(9)
  const [salt, digest] = [bytes.subarray(13, saltEnd), bytes.subarray(saltEnd)]
  return salt.length < 8 ? null : pbkdf2(hash, String(bytes.readUInt32BE(5)), salt, digest)
}

/** Null if the digest has another length than the parameters say: it is in another encoding then, and no password would match. */
function phcPbkdf2(
  hash = 'sha1',
  iterations = '',
  length: string | undefined = undefined,
  salt = '',
  digest = '',
): StoredHash | null {
  const isWhole = length === undefined || base64(digest).length === Number(length)
  return isWhole ? pbkdf2(hash, iterations, base64(salt), base64(digest)) : null
}

function djangoPbkdf2(hash = '', iterations = '', salt = '', digest = ''): StoredHash {
  return pbkdf2(hash, iterations, Buffer.from(salt), base64(digest))
}

function pbkdf2(hash: string, iterations: string, salt: Buffer, digest: Buffer): StoredHash {
  // The regular expressions allow no other hash.
  return {
    scheme: 'pbkdf2',
    hash: hash as Pbkdf2Hash,
    iterations: Number(iterations),
    salt,
    digest,
  }
}

/** Standard and URL-safe base64, and that of passlib, which writes `.` for `+`. */
function base64(text: string): Buffer {
  return Buffer.from(text.replaceAll('.', '+'), 'base64')
}
