import { gauge } from '../metrics/metric.ts'
import { failing, type ReadyChecks } from './ready-checks.ts'

export function upstreamMetric(upstreams: ReadyChecks) {
  return gauge({
    name: 'gatehouse_upstream_available',
    help: '1 if the upstream was available when this was read, 0 if not. `replicas` are those of Redis that session-service waits for.',
    labelNames: ['upstream'],
    async collect(availability) {
      const unavailable = await failing(upstreams)
      for (const upstream of Object.keys(upstreams))
        availability.set({ upstream }, unavailable.includes(upstream) ? 0 : 1)
    },
  })
}

export function readinessMetric(checks: ReadyChecks) {
  return gauge({
    name: 'gatehouse_ready',
    help: '1 if the `check` of /health/ready passes, 0 if the process is not ready because of it. `drain` is 0 while the process stops.',
    labelNames: ['check'],
    async collect(readiness) {
      const failed = await failing(checks)
      for (const check of Object.keys(checks)) readiness.set({ check }, failed.includes(check) ? 0 : 1)
    },
  })
}
