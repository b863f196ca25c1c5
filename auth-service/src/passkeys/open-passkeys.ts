import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import type { AuthConfig } from '../config.ts'
import { passkeyChallenges } from './passkey-challenges.ts'

export type RelyingParty = { id: string; name: string; origins: string[] }

type Options = { redis: RedisClient; clock: Clock; config: AuthConfig }

export function openPasskeys({ redis, clock, config }: Options) {
  const { webauthnRpId, webauthnOrigins, productName, publicUrl, redisPrefix: prefix } = config
  const { hostname, origin } = new URL(publicUrl)
  const relyingParty: RelyingParty = {
    id: webauthnRpId ?? hostname,
    name: productName,
    origins: webauthnOrigins.length > 0 ? [...webauthnOrigins] : [origin],
  }
  return { relyingParty, challenges: passkeyChallenges({ redis, prefix, clock }) }
}
