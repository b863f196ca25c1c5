import { commonSettings, defineSettings, readSettings } from '@gatehouse/service-kit/process/settings'
import { readTls, type Tls } from '@gatehouse/service-kit/tls/tls-files'
import { ExplainedError } from './explained-error.ts'

const settings = ['GATEHOUSE_TLS_CERT', 'GATEHOUSE_TLS_KEY'] as const
export const servicePlaceholder = '{service}'
const { tlsCert, tlsKey, tlsCa } = commonSettings({ grpc: 0, ops: 0 })
const tlsSettings = defineSettings({ tlsCert, tlsKey, tlsCa })

/** `{service}` in the first two is an identity. */
export type TlsSettings = { GATEHOUSE_TLS_CERT: string; GATEHOUSE_TLS_KEY: string; GATEHOUSE_TLS_CA: string }

/** The TLS settings of one process or of `admin`: `{service}` in a path is replaced by its name. */
export function tlsPathsOf(service: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const paths = settings.map((name) => [name, env[name]?.replaceAll(servicePlaceholder, service)] as const)
  return Object.fromEntries(paths.filter(([, path]) => path !== undefined))
}

/** The certificate of a process or of `admin`; null without mutual TLS. */
export function readTlsOf(service: string, env: NodeJS.ProcessEnv): Tls | null {
  return readTls(readSettings(tlsSettings, { ...env, ...tlsPathsOf(service, env) }))
}

/** Throws if all services would have the same certificate: each service needs its own identity. */
export function assertOwnCertificates(env: NodeJS.ProcessEnv): void {
  const shared = settings.filter((name) => env[name] && !env[name].includes(servicePlaceholder))
  if (shared.length === 0) return
  throw new ExplainedError(
    `${shared.join(' and ')} must contain ${servicePlaceholder}, such as certs/${servicePlaceholder}.pem: under mutual TLS each ` +
      'service has a certificate of its own (docs/callers.md), and so has admin.',
  )
}
