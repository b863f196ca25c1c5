import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import type { KeyRing } from '@gatehouse/service-kit/tokens/key-ring'
import type { Connection } from 'mongoose'
import type { AuthConfig } from '../config.ts'
import { openProviders } from './provider.ts'
import { providerNetwork } from './provider-network.ts'
import { providerSessions } from './provider-sessions.ts'
import { ssoConfigStore } from './sso-config-store.ts'
import { ssoStates } from './sso-states.ts'

type Options = {
  redis: RedisClient
  connection: Connection
  keyRing: KeyRing
  clock: Clock
  config: AuthConfig
}

export function openSso({ redis, connection, keyRing, clock, config }: Options) {
  const network = providerNetwork({ allowedHosts: config.ssoAllowedHosts })
  return {
    configs: ssoConfigStore({ connection, keyRing }),
    providers: openProviders({ network, clock }),
    network,
    sessions: providerSessions({ redis, prefix: config.redisPrefix }),
    states: ssoStates({ redis, prefix: config.redisPrefix, clock, keyRing }),
    defaultRedirectUri: defaultRedirectUri(config),
    close: () => network.close(),
  }
}

export type OpenSso = ReturnType<typeof openSso>

/** The callback page of the web app, else that of the account pages. */
function defaultRedirectUri({ appUrl, publicUrl }: AuthConfig): string {
  if (appUrl !== null) return `${withoutSlash(appUrl)}/auth/sso/callback`
  return `${withoutSlash(publicUrl)}/account/sso-callback`
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '')
}
