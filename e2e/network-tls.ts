import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readTlsOf, type TlsSettings, tlsPathsOf } from '@gatehouse/admin/tls-paths'
import { callers, type Identity, identities } from '@gatehouse/proto/callers'
import { authority, identityName } from '@gatehouse/service-kit/testing/certificates'
import { channelCredentials } from '@gatehouse/service-kit/tls/channel-credentials'
import type { Tls, TlsFiles } from '@gatehouse/service-kit/tls/tls-files'
import { Client } from '@grpc/grpc-js'

let made: TlsSettings | undefined

/** Certificates of every identity from one authority, made once per process; `{service}` in the paths is an identity. */
export function certificateSettings(): TlsSettings {
  made ??= makeCertificates()
  return made
}

/** The settings of one identity; also of a gateway whose certificate is `expired`, or of a `foreign` authority. */
export const certificateOf = (identity: string) => ({
  ...certificateSettings(),
  ...tlsPathsOf(identity, certificateSettings()),
})

export function tlsOf(identity: string): Tls {
  const tls = readTlsOf(identity, certificateSettings())
  if (!tls) throw new Error('The settings name no files.')
  return tls
}

/** A channel of an identity that may call the rpc of this path. */
export function channelFor(path: string, address: string): Client {
  const [, service = '', rpc = ''] = path.split('/')
  const table: Record<string, Record<string, readonly Identity[]>> = callers
  const [caller] = table[service]?.[rpc] ?? []
  if (caller === undefined) throw new Error(`No identity may call ${path}.`)
  return new Client(address, channelCredentials(tlsOf(caller)))
}

function makeCertificates(): TlsSettings {
  const folder = certificateFolder()
  const trusted = authority()
  const ca = join(folder, 'ca.pem')
  writeFileSync(ca, trusted.self.cert)
  // No service knows the identity `nobody`.
  for (const identity of [...Object.keys(identities), 'nobody']) {
    const names = ['DNS:localhost', identityName(identity)]
    writeCertificate(folder, identity, trusted.issue({ names }))
    if (identity === 'gateway') writeCertificate(folder, 'expired', trusted.issue({ names, days: -1 }))
    if (identity === 'gateway') writeCertificate(folder, 'foreign', authority().issue({ names }))
  }
  return {
    GATEHOUSE_TLS_CERT: join(folder, '{service}-cert.pem'),
    GATEHOUSE_TLS_KEY: join(folder, '{service}-key.pem'),
    GATEHOUSE_TLS_CA: ca,
  }
}

function certificateFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-certificates-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function writeCertificate(folder: string, name: string, { cert, key }: TlsFiles): void {
  writeFileSync(join(folder, `${name}-cert.pem`), cert)
  writeFileSync(join(folder, `${name}-key.pem`), key, { mode: 0o600 })
}
