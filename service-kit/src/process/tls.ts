import { readFileSync } from 'node:fs'
import { SettingsError } from './settings.ts'

export type Tls = { cert: Buffer; key: Buffer; ca: Buffer }

type TlsPaths = { tlsCert: string | null; tlsKey: string | null; tlsCa: string | null }

const files = { cert: 'GATEHOUSE_TLS_CERT', key: 'GATEHOUSE_TLS_KEY', ca: 'GATEHOUSE_TLS_CA' }

/** Reads the files of mutual TLS; null if none is set. Throws a SettingsError if some are missing or cannot be read. */
export function readTls({ tlsCert, tlsKey, tlsCa }: TlsPaths): Tls | null {
  if (tlsCert === null && tlsKey === null && tlsCa === null) return null
  const problems: string[] = []
  const read = (env: string, path: string | null) => {
    try {
      if (path !== null) return readFileSync(path)
      problems.push(`${env} must be set together with the other two of GATEHOUSE_TLS_CERT, _KEY and _CA`)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : 'unknown'
      problems.push(`${env} names a file that cannot be read (${code})`)
    }
    return Buffer.alloc(0)
  }
  const tls = { cert: read(files.cert, tlsCert), key: read(files.key, tlsKey), ca: read(files.ca, tlsCa) }
  if (problems.length > 0) throw new SettingsError(problems)
  return tls
}
