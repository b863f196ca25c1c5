import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import type { KeyRing } from '@gatehouse/service-kit/tokens/key-ring'
import type { Connection } from 'mongoose'
import type { AuthConfig } from '../config.ts'
import { openProviders } from './provider.ts'
import { providerNetwork } from './provider-network.ts'
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
  const webApp = config.appUrl ?? `${config.publicUrl.replace(/\/+$/, '')}/account`
  return {
    configs: ssoConfigStore({ connection, keyRing }),
    providers: openProviders({ network, clock }),
    network,
    states: ssoStates({ redis, prefix: config.redisPrefix, clock, keyRing }),
    defaultRedirectUri: `${webApp.replace(/\/+$/, '')}/auth/sso/callback`,
    close: () => network.close(),
  }
}
