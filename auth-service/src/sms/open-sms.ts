import type { Logger } from '@gatehouse/service-kit/process/log'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import type { AuthConfig } from '../config.ts'
import { openCarrier } from './carriers/open-carrier.ts'
import { phoneTokens } from './phone-tokens.ts'
import { prefixLimits } from './prefix-limits.ts'
import { smsCodes } from './sms-codes.ts'

type Options = { redis: RedisClient; clock: Clock; config: AuthConfig; log: Logger }

export function openSms({ redis, clock, config, log }: Options) {
  const stored = { redis, clock, prefix: config.redisPrefix }
  return {
    carrier: openCarrier(config, log),
    prefixLimits: prefixLimits(config.smsPrefixLimits),
    codes: smsCodes(stored),
    phoneTokens: phoneTokens(stored),
    pageHost: pageHost(config),
  }
}

/** Of the pages where codes are entered; null without https, which browsers require. */
function pageHost({ appUrl, publicUrl }: AuthConfig): string | null {
  const { protocol, hostname } = new URL(appUrl ?? publicUrl)
  return protocol === 'https:' ? hostname : null
}
