import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TlsSettings } from '@gatehouse/admin/tls-paths'
import { identities } from '@gatehouse/proto/callers'
import {
  BasicConstraintsExtension,
  SubjectAlternativeNameExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'

type Authority = { issuer: string; keys: CryptoKeyPair }

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const dayMs = 86_400_000
const lifetimeMs = 365 * dayMs
/** They are made again when less is left. */
const minLeftMs = 30 * dayMs

/**
 * The certificates of a development stack in `DIR/tls`: one of each identity of docs/callers.md, for processes on this machine, and
 * of their authority, whose key is not stored. `{service}` in the paths is the identity.
 */
export async function certificateFolder(folder: string): Promise<TlsSettings> {
  const at = (name: string) => join(folder, 'tls', name)
  const files = { cert: at('{service}-cert.pem'), key: at('{service}-key.pem'), ca: at('ca.pem') }
  if (!isUsable(files.ca)) {
    mkdirSync(join(folder, 'tls'), { recursive: true, mode: 0o700 })
    const authority = await newAuthority()
    for (const identity of Object.keys(identities)) {
      const { cert, key } = await issue(authority, identity)
      writeFileSync(files.cert.replace('{service}', identity), cert)
      writeFileSync(files.key.replace('{service}', identity), key, { mode: 0o600 })
    }
    // Last, so that all exist if it does.
    writeFileSync(files.ca, authority.cert)
  }
  return { GATEHOUSE_TLS_CERT: files.cert, GATEHOUSE_TLS_KEY: files.key, GATEHOUSE_TLS_CA: files.ca }
}

function isUsable(file: string): boolean {
  if (!existsSync(file)) return false
  return new X509Certificate(readFileSync(file, 'utf8')).notAfter.getTime() - Date.now() > minLeftMs
}

async function newAuthority(): Promise<Authority & { cert: string }> {
  const keys = await newKeys()
  const issuer = 'CN=Gatehouse development'
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: issuer,
    keys,
    ...validity(),
    signingAlgorithm: algorithm,
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  })
  return { issuer, keys, cert: certificate.toString('pem') }
}

async function issue({ issuer, keys: { privateKey } }: Authority, identity: string) {
  const keys = await newKeys()
  const certificate = await X509CertificateGenerator.create({
    subject: `CN=${identity}`,
    issuer,
    publicKey: keys.publicKey,
    signingKey: privateKey,
    ...validity(),
    signingAlgorithm: algorithm,
    extensions: [
      new SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'ip', value: '127.0.0.1' },
        { type: 'url', value: `spiffe://gatehouse/${identity}` },
      ]),
    ],
  })
  const key = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey))
  return { cert: certificate.toString('pem'), key: pem('PRIVATE KEY', key) }
}

const newKeys = () => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])

/** From an hour ago, for clocks that differ. */
const validity = () => ({
  notBefore: new Date(Date.now() - 3_600_000),
  notAfter: new Date(Date.now() + lifetimeMs),
})

function pem(label: string, content: Buffer): string {
  const lines = content.toString('base64').match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}
