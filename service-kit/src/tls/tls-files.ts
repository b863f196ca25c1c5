import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { counter } from '../metrics/metric.ts'
import type { Logger } from '../process/log.ts'
import { SettingsError } from '../process/settings.ts'

export type TlsFiles = { readonly cert: Buffer; readonly key: Buffer; readonly ca: Buffer }

export type Tls = TlsFiles & {
  /** Calls the listener after each change, until the returned function is called. Absent if the files are read once. */
  onChange?(listener: () => void): () => void
}

export const tlsReloads = counter({
  name: 'gatehouse_tls_reloads_total',
  help: 'Changed files of mutual TLS, by `outcome`: `loaded`; `failed` counts each attempt, and the previous files stay in use.',
  labelNames: ['outcome'],
})

type TlsPaths = { tlsCert: string | null; tlsKey: string | null; tlsCa: string | null }

const files = { cert: 'GATEHOUSE_TLS_CERT', key: 'GATEHOUSE_TLS_KEY', ca: 'GATEHOUSE_TLS_CA' }

/** Reads the files of mutual TLS; null if none is set. Throws a SettingsError if some are missing or cannot be read. */
export function readTls({ tlsCert, tlsKey, tlsCa }: TlsPaths): TlsFiles | null {
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

type WatchedPaths = TlsPaths & { reloadSeconds: number }

/**
 * Like `readTls`, and reads the files again while somebody listens. Files that do not belong together, or that cannot be
 * read, are ignored: the previous ones stay in use.
 */
export function watchTls(paths: WatchedPaths, log: Pick<Logger, 'info' | 'error'>): Tls | null {
  const first = readTls(paths)
  if (!first) return null
  let current = first
  let failed: string | null = null
  let timer: NodeJS.Timeout | undefined
  const listeners = new Set<() => void>()

  function reload(): void {
    try {
      const next = readTls(paths)
      if (!next || isSame(next, current)) return
      assertUsable(next)
      current = next
      failed = null
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown'
      // An update of several files takes a moment; one record for each reason is enough.
      if (reason !== failed) log.error({ reason }, 'TLS files not reloaded')
      failed = reason
      tlsReloads.inc({ outcome: 'failed' })
      return
    }
    tlsReloads.inc({ outcome: 'loaded' })
    log.info('TLS files reloaded')
    for (const listener of listeners) listener()
  }

  return {
    get cert() {
      return current.cert
    },
    get key() {
      return current.key
    },
    get ca() {
      return current.ca
    },
    onChange(listener) {
      listeners.add(listener)
      timer ??= setInterval(reload, paths.reloadSeconds * 1000).unref()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}

function isSame(one: TlsFiles, other: TlsFiles): boolean {
  return one.cert.equals(other.cert) && one.key.equals(other.key) && one.ca.equals(other.ca)
}

function assertUsable({ cert, key, ca }: TlsFiles): void {
  createSecureContext({ cert, key, ca })
  if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)))
    throw new Error('The private key does not belong to the certificate.')
}
