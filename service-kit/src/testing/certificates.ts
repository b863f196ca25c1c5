import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Tls } from '../grpc/tls.ts'

/** A fresh authority that signs a certificate for localhost and 127.0.0.1; made by openssl, valid for a day. */
export function certificates(): Tls {
  const folder = mkdtempSync(join(tmpdir(), 'certificates-'))
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const read = (name: string) => readFileSync(join(folder, name))
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  try {
    writeFileSync(join(folder, 'names.cnf'), 'subjectAltName=DNS:localhost,IP:127.0.0.1\n')
    openssl(
      'req',
      '-x509',
      ...newKey,
      '-keyout',
      'ca.key',
      '-out',
      'ca.pem',
      '-days',
      '1',
      '-subj',
      '/CN=authority',
    )
    openssl('req', ...newKey, '-keyout', 'key.pem', '-out', 'request.pem', '-subj', '/CN=localhost')
    openssl(
      ...['x509', '-req', '-in', 'request.pem', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'],
      ...['-out', 'cert.pem', '-days', '1', '-extfile', 'names.cnf'],
    )
    return { cert: read('cert.pem'), key: read('key.pem'), ca: read('ca.pem') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
