import { counter, durationBuckets, histogram } from '@gatehouse/service-kit/metrics/metric'

export const sessionCacheHits = counter({
  name: 'gatehouse_session_cache_hits_total',
  help: 'Session checks that the cache of the gateway answered.',
})

export const sessionChecks = histogram({
  labelNames: ['outcome'],
  name: 'gatehouse_session_check_seconds',
  help: 'Time of session checks that the cache did not answer, by `outcome`: `verified`; `rejected`, no valid session; `failed`, no answer in time or an error.',
  buckets: durationBuckets,
})

export type SessionCheckOutcome = 'verified' | 'rejected' | 'failed'

export function observeSessionCheck(outcome: SessionCheckOutcome, startedAt: number): void {
  sessionChecks.observe({ outcome }, (performance.now() - startedAt) / 1000)
}
