import type { LimitValue } from '@gatehouse/service-kit/process/limits-text'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import type { KeyRing } from '@gatehouse/service-kit/tokens/key-ring'
import type { ReportThrottling } from '../throttle/report-throttling.ts'
import { codeAttempts } from './code-attempts.ts'
import { factorSecrets } from './factor-secrets.ts'
import { mfaTickets } from './mfa-tickets.ts'

type Options = {
  redis: RedisClient
  prefix: string
  clock: Clock
  keyRing: KeyRing
  scale: number
  limit: LimitValue
  report: ReportThrottling
}

export function openFactors({ keyRing, ...options }: Options) {
  return {
    secrets: factorSecrets(keyRing),
    attempts: codeAttempts(options),
    tickets: mfaTickets(options),
  }
}
