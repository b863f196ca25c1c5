import { gauge } from '../metrics/metric.ts'
import { failing, type ReadyChecks } from './ready-checks.ts'

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
