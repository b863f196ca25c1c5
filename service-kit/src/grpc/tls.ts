import { readFileSync } from 'node:fs'
import { SettingsError } from '../process/settings.ts'

/** What a service shows (certificate and key) and whom it trusts (authority), as PEM. */
export type Tls = { cert: Buffer; key: Buffer; ca: Buffer }

type TlsPaths = { tlsCert: string | null; tlsKey: string | null; tlsCa: string | null }

/** Reads the files of mutual TLS; null when none is set. Throws a SettingsError when some are missing or cannot be read. */
export function readTls({ tlsCert, tlsKey, tlsCa }: TlsPaths): Tls | null {
  if (tlsCert === null && tlsKey === null && tlsCa === null) return null
  const problems: string[] = []
  const read = (env: string, path: string | null) => {
    try {
      if (path !== null) return readFileSync(path)
      problems.push(`${env} must be set together with the other two of GATEHOUSE_TLS_CERT, _KEY and _CA`)
    } catch (error) {
      problems.push(
        `${env} names a file that cannot be read (${error instanceof Error && 'code' in error ? error.code : 'unknown'})`,
      )
    }
    return Buffer.alloc(0)
  }
  const tls = {
    cert: read('GATEHOUSE_TLS_CERT', tlsCert),
    key: read('GATEHOUSE_TLS_KEY', tlsKey),
    ca: read('GATEHOUSE_TLS_CA', tlsCa),
  }
  if (problems.length > 0) throw new SettingsError(problems)
  return tls
}
