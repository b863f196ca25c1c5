import { sweepFailures } from '@gatehouse/auth-service/account-life/account-sweeper'
import { breachLookups } from '@gatehouse/auth-service/passwords/breached-passwords'
import { hashingMetrics } from '@gatehouse/auth-service/passwords/hashing-metrics'
import { waitingLines } from '@gatehouse/auth-service/throttle/waiting-lines'
import { executions } from '@gatehouse/gateway/executions/execution-counter'
import { connectionMetrics, requestMetrics } from '@gatehouse/gateway/http/connection-metrics'
import { rejectedEvents } from '@gatehouse/service-kit/events/event-metrics'
import { refusedCallers } from '@gatehouse/service-kit/grpc/authorize-callers'
import type { Metric } from '@gatehouse/service-kit/metrics/metric'
import { processMetrics } from '@gatehouse/service-kit/metrics/process-metrics'
import { unreadableEntries } from '@gatehouse/service-kit/outbox/outbox-metrics'
import { renderMetrics } from '@gatehouse/webhook-service/executions/render-metrics'
import { markdownTable } from './markdown-table.ts'

const noRequests = { inFlight: 0, maxInFlight: 0, lingering: 0 }
const noConnections = { open: 0, unreadAnswers: 0, unreadBytes: 0 }
const atRest = { slots: 0, busy: 0, waiting: 0, memoryBytes: 0 }
const noBodies = { small: 0, large: 0 }

/** Every metric of every process, with who tells it. */
export function metricsMarkdown(): string {
  const rows = [
    ...processMetrics.map((metric) => tableRow(metric, 'every process')),
    tableRow(refusedCallers, 'every service but the gateway'),
    tableRow(executions, 'gateway'),
    ...requestMetrics(() => noRequests).map((metric) => tableRow(metric, 'gateway')),
    ...connectionMetrics(() => noConnections).map((metric) => tableRow(metric, 'gateway')),
    tableRow(breachLookups, 'auth-service'),
    tableRow(rejectedEvents, 'auth-service'),
    tableRow(unreadableEntries, 'auth-service, webhook-service'),
    tableRow(sweepFailures, 'auth-service'),
    ...hashingMetrics(() => atRest).all.map((metric) => tableRow(metric, 'auth-service')),
    ...waitingLines().metrics.map((metric) => tableRow(metric, 'auth-service')),
    ...renderMetrics(() => noBodies).all.map((metric) => tableRow(metric, 'webhook-service')),
  ]
  return [
    '# Metrics',
    '',
    'Made by `npm run generate` from the metrics themselves. Every process answers `GET /metrics` on its ops port',
    '(`GATEHOUSE_OPS_LISTEN`), in the text format of Prometheus. That port is not for the public: it belongs to no Service, and',
    'scraping goes to each pod.',
    '',
    markdownTable(['Metric', 'Of', 'Type', 'Meaning'], rows),
    '',
    'No label comes from outside. Counters begin at 0 when their process starts.',
    '',
  ].join('\n')
}

function tableRow({ name, type, help }: Metric, of: string): string[] {
  return [`\`${name}\``, of, type, help]
}
