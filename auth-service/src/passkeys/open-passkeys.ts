import { isLoopbackOrigin } from '@gatehouse/service-kit/net/loopback-origin'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import type { AuthConfig } from '../config.ts'
import { passkeyChallenges } from './passkey-challenges.ts'

export type RelyingParty = { id: string; name: string; allows(origin: string): boolean }

type Options = { redis: RedisClient; clock: Clock; config: AuthConfig }

export function openPasskeys({ redis, clock, config }: Options) {
  const { webauthnRpId, webauthnOrigins, webauthnLocalhost, productName, publicUrl } = config
  const { redisPrefix: prefix } = config
  const { hostname, origin } = new URL(publicUrl)
  const origins: readonly string[] = webauthnOrigins.length > 0 ? webauthnOrigins : [origin]
  const relyingParty: RelyingParty = {
    id: webauthnRpId ?? hostname,
    name: productName,
    allows: (page) => origins.includes(page) || (webauthnLocalhost && isLoopbackOrigin(page)),
  }
  return { relyingParty, challenges: passkeyChallenges({ redis, prefix, clock }) }
}
