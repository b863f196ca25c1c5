import { durationBuckets, histogram } from '@gatehouse/service-kit/metrics/metric'
import type { HttpMethod } from './route.ts'

export const requestTimes = histogram({
  labelNames: ['method', 'route', 'status'],
  name: 'gatehouse_http_request_seconds',
  help: 'Time from receiving a request to its response, by `method`, `route` (the pattern of the path) and `status`. `other` is a method or path without a route; `none` is the status if the client left before the response.',
  buckets: durationBuckets,
})

type EndedRequest = {
  method: HttpMethod | undefined
  route: string | null
  status: number | null
  seconds: number
}

export function observeRequest({ method, route, status, seconds }: EndedRequest): void {
  const labels = {
    method: method?.toUpperCase() ?? 'other',
    route: route ?? 'other',
    status: status ?? 'none',
  }
  requestTimes.observe(labels, seconds)
}
