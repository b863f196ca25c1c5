import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TlsFiles } from '../src/tls/tls-files.ts'

type Names = {
  names?: string[]
  commonName?: string
}

export type Authority = {
  self: TlsFiles
  issue(options: Names & { days?: number }): TlsFiles
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
const local = ['DNS:localhost', 'IP:127.0.0.1']

export const identityName = (identity: string): string => `URI:spiffe://gatehouse/${identity}`

export function authority({ names = local, commonName = 'authority' }: Names = {}): Authority {
  const root = inFolder((openssl, read) => {
    const extension = ['-addext', `subjectAltName=${names.join(',')}`]
    openssl(
      'req',
      '-x509',
      ...newKey,
      '-keyout',
      'key.pem',
      '-out',
      'cert.pem',
      ...extension,
      ...subject(commonName),
    )
    return { cert: read('cert.pem'), key: read('key.pem') }
  })
  return {
    self: { ...root, ca: root.cert },
    issue: ({ names = local, commonName = 'localhost', days = 1 }) =>
      inFolder((openssl, read, write) => {
        write('ca.pem', root.cert)
        write('ca.key', root.key)
        write('names.cnf', names.length > 0 ? `subjectAltName=${names.join(',')}\n` : '')
        openssl('req', ...newKey, '-keyout', 'key.pem', '-out', 'request.pem', ...subject(commonName))
        openssl(
          ...['x509', '-req', '-in', 'request.pem', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'],
          ...['-out', 'cert.pem', '-days', String(days), '-extfile', 'names.cnf'],
        )
        return { cert: read('cert.pem'), key: read('key.pem'), ca: root.cert }
      }),
  }
}

/** One certificate of a fresh authority, for localhost, 127.0.0.1 and one caller identity. */
export function certificates(identity = 'gateway'): TlsFiles {
  return authority().issue({ names: [...local, identityName(identity)] })
}

function subject(commonName: string): string[] {
  return ['-subj', `/CN=${commonName.replaceAll('/', '\\/')}`]
}

function inFolder<Made>(
  make: (
    openssl: (...args: string[]) => void,
    read: (name: string) => Buffer,
    write: (name: string, content: Buffer | string) => void,
  ) => Made,
): Made {
  const folder = mkdtempSync(join(tmpdir(), 'certificates-'))
  try {
    return make(
      (...args) => void execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' }),
      (name) => readFileSync(join(folder, name)),
      (name, content) => writeFileSync(join(folder, name), content),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}
