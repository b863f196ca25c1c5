import { readTls, type Tls } from '@gatehouse/service-kit/grpc/tls'
import { commonSettings, defineSettings, readSettings } from '@gatehouse/service-kit/process/settings'
import { ExplainedError } from './explained-error.ts'

const settings = ['GATEHOUSE_TLS_CERT', 'GATEHOUSE_TLS_KEY'] as const
const placeholder = '{service}'
const { tlsCert, tlsKey, tlsCa } = commonSettings({ grpc: 0, ops: 0 })
const tlsSettings = defineSettings({ tlsCert, tlsKey, tlsCa })

/** The settings of mutual TLS for one process or for `admin`: `{service}` in a path becomes its name. */
export function tlsPathsOf(service: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const paths = settings.map((name) => [name, env[name]?.replaceAll(placeholder, service)] as const)
  return Object.fromEntries(paths.filter(([, path]) => path !== undefined))
}

/** What a process or `admin` presents under mutual TLS; null without it. */
export function readTlsOf(service: string, env: NodeJS.ProcessEnv): Tls | null {
  return readTls(readSettings(tlsSettings, { ...env, ...tlsPathsOf(service, env) }))
}

/** Throws if all services would have the same certificate: a certificate has one identity, and each service its own. */
export function assertOwnCertificates(env: NodeJS.ProcessEnv): void {
  const shared = settings.filter((name) => env[name] && !env[name].includes(placeholder))
  if (shared.length === 0) return
  throw new ExplainedError(
    `${shared.join(' and ')} must contain ${placeholder}, such as certs/${placeholder}.pem: under mutual TLS each ` +
      'service has a certificate of its own (docs/internal-callers.md), and so has admin.',
  )
}
