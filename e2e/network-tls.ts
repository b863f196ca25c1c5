import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readTlsOf, tlsPathsOf } from '@gatehouse/admin/tls-paths'
import { callers, type Identity, identities } from '@gatehouse/proto/callers'
import { authority, identityName } from '@gatehouse/service-kit/testing/certificates'
import { channelCredentials } from '@gatehouse/service-kit/tls/channel-credentials'
import type { Tls } from '@gatehouse/service-kit/tls/tls-files'
import { Client } from '@grpc/grpc-js'

type TlsSettings = { GATEHOUSE_TLS_CERT: string; GATEHOUSE_TLS_KEY: string; GATEHOUSE_TLS_CA: string }

let made: TlsSettings | undefined

/** Certificates of every identity from one authority, made once per process; `{service}` in the paths is an identity. */
export function certificateSettings(): TlsSettings {
  made ??= makeCertificates()
  return made
}

/** The settings of one identity. */
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
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-certificates-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const trusted = authority()
  const ca = join(folder, 'ca.pem')
  writeFileSync(ca, trusted.self.cert)
  // No service knows the identity `nobody`.
  for (const identity of [...Object.keys(identities), 'nobody']) {
    const { cert, key } = trusted.issue({ names: ['DNS:localhost', identityName(identity)] })
    writeFileSync(join(folder, `${identity}-cert.pem`), cert)
    writeFileSync(join(folder, `${identity}-key.pem`), key, { mode: 0o600 })
  }
  return {
    GATEHOUSE_TLS_CERT: join(folder, '{service}-cert.pem'),
    GATEHOUSE_TLS_KEY: join(folder, '{service}-key.pem'),
    GATEHOUSE_TLS_CA: ca,
  }
}
