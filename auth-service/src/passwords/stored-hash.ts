/** A password hash by its scheme and what it costs. Costs are those of one verification. */
export type StoredHash =
  | { scheme: 'argon2'; text: string; isArgon2id: boolean; memoryKib: number; passes: number; lanes: number }
  | { scheme: 'bcrypt'; text: string; rounds: number }
  | { scheme: 'scrypt'; cost: number; blockSize: number; lanes: number; salt: Buffer; digest: Buffer }
  | { scheme: 'pbkdf2'; hash: Pbkdf2Hash; iterations: number; salt: Buffer; digest: Buffer }

type Pbkdf2Hash = 'sha1' | 'sha256' | 'sha512'

/** Each string form that is read, with what it is; docs/import.md shows them. */
const forms: [RegExp, (...parts: string[]) => StoredHash][] = [
  [/^(?:argon2)?(\$argon2(id?)\$v=\d+\$m=(\d+),t=(\d+),p=(\d+)\$[\w+/]+\$[\w+/]+)$/, argon2],
  [/^(?:bcrypt\$)?\$2[aby](\$(\d\d)\$[./A-Za-z0-9]{53})$/, bcrypt],
  [/^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w+/.-]+={0,2})\$([\w+/.-]+={0,2})$/, phcScrypt],
  [/^scrypt\$(\d+)\$([^$]+)\$(\d+)\$(\d+)\$([\w+/]+={0,2})$/, djangoScrypt],
  [
    /^\$pbkdf2(?:-(sha1|sha256|sha512))?\$(?:i=)?(\d+)(?:,l=\d+)?\$([\w+/.-]+={0,2})\$([\w+/.-]+={0,2})$/,
    phcPbkdf2,
  ],
  [/^pbkdf2_(sha1|sha256|sha512)\$(\d+)\$([^$]+)\$([\w+/]+={0,2})$/, djangoPbkdf2],
]

/** Reads a hash that was made here or elsewhere; null when its form is not known. Says nothing of whether it is affordable. */
export function readStoredHash(text: string): StoredHash | null {
  for (const [form, read] of forms) {
    const parts = form.exec(text)
    if (parts) return read(...parts.slice(1))
  }
  return null
}

/** `argon2$argon2id$…` is how Django writes it. Of argon2d nothing is read: its memory accesses tell of the password. */
function argon2(text = '', variant = '', memoryKib = '', passes = '', lanes = ''): StoredHash {
  const cost = { memoryKib: Number(memoryKib), passes: Number(passes), lanes: Number(lanes) }
  return { scheme: 'argon2', text, isArgon2id: variant === 'id', ...cost }
}

/**
 * The letters of $2a$, $2b$ and $2y$ name repairs of one algorithm. All are read as $2b$: 72 bytes count, as where they were
 * made, and the wrap-around of long passwords that one old implementation of $2a$ had is left out.
 */
function bcrypt(rest = '', rounds = ''): StoredHash {
  return { scheme: 'bcrypt', text: `$2b${rest}`, rounds: Number(rounds) }
}

function phcScrypt(log2Cost = '', blockSize = '', lanes = '', salt = '', digest = ''): StoredHash {
  const parameters = { cost: 2 ** Number(log2Cost), blockSize: Number(blockSize), lanes: Number(lanes) }
  return { scheme: 'scrypt', ...parameters, salt: base64(salt), digest: base64(digest) }
}

/** Django salts with the text itself. */
function djangoScrypt(cost = '', salt = '', blockSize = '', lanes = '', digest = ''): StoredHash {
  const parameters = { cost: Number(cost), blockSize: Number(blockSize), lanes: Number(lanes) }
  return { scheme: 'scrypt', ...parameters, salt: Buffer.from(salt), digest: base64(digest) }
}

function phcPbkdf2(hash = 'sha1', iterations = '', salt = '', digest = ''): StoredHash {
  return pbkdf2(hash, iterations, base64(salt), digest)
}

function djangoPbkdf2(hash = '', iterations = '', salt = '', digest = ''): StoredHash {
  return pbkdf2(hash, iterations, Buffer.from(salt), digest)
}

function pbkdf2(hash: string, iterations: string, salt: Buffer, digest: string): StoredHash {
  // The form lets no other hash through.
  return {
    scheme: 'pbkdf2',
    hash: hash as Pbkdf2Hash,
    iterations: Number(iterations),
    salt,
    digest: base64(digest),
  }
}

/** Base64 of any alphabet; passlib writes `.` for `+`. */
function base64(text: string): Buffer {
  return Buffer.from(text.replaceAll('.', '+'), 'base64')
}
