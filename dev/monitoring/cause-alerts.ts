import type { AlertRule } from './rule.ts'

const services = ['gateway', 'auth-service', 'session-service', 'webhook-service']

/** Conditions that become a failure, or explain one. */
export const causeAlerts: readonly AlertRule[] = [
  {
    alert: 'GatehouseServiceMissing',
    severity: 'page',
    summary: 'No pod of a service answers Prometheus.',
    expr: services.map((service) => `absent(gatehouse_ready{service="${service}"})`).join(' or '),
    for: '5m',
  },
  {
    alert: 'GatehousePodNotReady',
    severity: 'ticket',
    summary: 'A pod is not ready: its label `check` names the cause.',
    expr: 'min by (service, pod, check) (gatehouse_ready{check!="drain"}) == 0',
    for: '5m',
  },
  {
    alert: 'GatehouseUpstreamUnavailable',
    severity: 'page',
    summary: 'No gateway reaches an upstream.',
    expr: 'max by (upstream) (gatehouse_upstream_available) == 0',
    for: '2m',
  },
  {
    alert: 'GatehousePodLacksUpstream',
    severity: 'ticket',
    summary: 'A pod does not reach an upstream, or session-service lacks replicas of Redis.',
    expr: 'min by (service, pod, upstream) (gatehouse_upstream_available) == 0',
    for: '5m',
  },
  {
    alert: 'GatehouseRequestsRefused',
    severity: 'ticket',
    summary: 'Gateways answer 503 because too many requests are in flight.',
    expr: 'sum(rate(gatehouse_http_requests_refused_total[5m])) > 0',
    for: '5m',
  },
  {
    alert: 'GatehouseConnectionsClosed',
    severity: 'ticket',
    summary: 'Gateways close connections that exceed a limit.',
    expr: 'sum by (cause) (rate(gatehouse_http_connections_closed_total[5m])) > 1',
    for: '10m',
  },
  {
    alert: 'GatehouseEventLoopBlocked',
    severity: 'ticket',
    summary: 'The event loop of a process is blocked for more than 250 ms.',
    expr: `${quantile('0.99', 'service, pod', 'nodejs_eventloop_tick_seconds_bucket')} > 0.25`,
    for: '10m',
  },
  {
    alert: 'GatehouseStoreSlow',
    severity: 'ticket',
    summary: 'A hundredth of the commands of a store takes longer than 250 ms.',
    expr: `${quantile('0.99', 'store', 'gatehouse_store_seconds_bucket')} > 0.25`,
    for: '10m',
  },
  {
    alert: 'GatehouseStoreErrors',
    severity: 'page',
    summary: 'More than 5 % of the commands of a store fail.',
    expr: 'sum by (store) (rate(gatehouse_store_seconds_count{outcome="error"}[5m])) / sum by (store) (rate(gatehouse_store_seconds_count[5m])) > 0.05',
    for: '5m',
  },
  {
    alert: 'GatehouseClockWrong',
    severity: 'ticket',
    summary: 'The clock of a node differs from that of Redis by more than a second.',
    expr: 'max by (service, pod) (abs(gatehouse_clock_skew_seconds)) > 1',
    for: '5m',
  },
  {
    alert: 'GatehouseHashingRefused',
    severity: 'ticket',
    summary: 'auth-service rejects sign-ins because passwords cannot be hashed in time.',
    expr: 'sum(rate(gatehouse_hashing_refused_total{cause=~"full|displaced|expired"}[5m])) > 0',
    for: '10m',
  },
  {
    alert: 'GatehouseOutboxDelayed',
    severity: 'page',
    summary: 'Messages or events are stored but not published.',
    expr: 'max by (service, what) (gatehouse_outbox_oldest_pending_seconds) > 60',
    for: '5m',
  },
  {
    alert: 'GatehouseOutboxUnreadable',
    severity: 'ticket',
    summary: 'A stored message or event cannot be read and is never published.',
    expr: 'sum by (what) (increase(gatehouse_outbox_unreadable_total[1h])) > 0',
  },
  {
    alert: 'GatehouseEventsDelayed',
    severity: 'ticket',
    summary: 'The audit log lacks events of another service.',
    expr: 'max by (source) (gatehouse_events_lag) > 1000',
    for: '15m',
  },
  {
    alert: 'GatehouseEventsLost',
    severity: 'ticket',
    summary: 'Events of another service are missing in the audit log for good.',
    expr: 'sum by (source, reason) (increase(gatehouse_events_rejected_total{reason!="failed"}[1h])) > 0',
  },
  {
    alert: 'GatehouseMessageStreamShort',
    severity: 'ticket',
    summary:
      'Messages leave the Redis stream within 10 minutes, so consumers that are away for longer miss some.',
    expr: 'max(gatehouse_message_stream_oldest_seconds) < 600',
    for: '30m',
  },
  {
    alert: 'GatehouseMailsDelayed',
    severity: 'page',
    summary: 'Mails wait longer than 10 minutes.',
    expr: 'max(gatehouse_mails_oldest_pending_seconds) > 600',
    for: '5m',
  },
  {
    alert: 'GatehouseMailsExpired',
    severity: 'ticket',
    summary: 'Mails expired before they were sent.',
    expr: 'sum by (kind) (increase(gatehouse_mails_dead_total{reason="expired"}[1h])) > 0',
  },
  {
    alert: 'GatehouseAccountSweepFails',
    severity: 'ticket',
    summary: 'Erasure or sign-out of accounts fails again and again.',
    expr: 'sum by (task) (increase(gatehouse_account_sweep_failures_total[6h])) > 10',
  },
  {
    alert: 'GatehouseRenderThreadFails',
    severity: 'ticket',
    summary: 'Render threads end with an error.',
    expr: 'sum(increase(gatehouse_render_thread_ends_total{cause="error"}[1h])) > 0',
  },
  {
    alert: 'GatehouseCertificateExpires',
    severity: 'page',
    summary: 'A certificate or authority of mutual TLS expires within a week.',
    expr: 'min by (service, file) (gatehouse_tls_days_to_expiry) < 7',
  },
  {
    alert: 'GatehouseReloadFails',
    severity: 'ticket',
    summary: 'Changed certificates or key rings cannot be read.',
    expr: 'sum by (service) (increase(gatehouse_tls_reloads_total{outcome="failed"}[15m])) > 5 or sum by (service) (increase(gatehouse_key_ring_reloads_total{outcome="failed"}[15m])) > 5',
  },
  {
    alert: 'GatehouseCallersRefused',
    severity: 'ticket',
    summary: 'A service rejects calls because of the certificate of the caller.',
    expr: 'sum by (identity, rpc) (increase(gatehouse_grpc_refused_callers_total[15m])) > 0',
  },
]

function quantile(share: string, by: string, bucket: string): string {
  return `histogram_quantile(${share}, sum by (${by}, le) (rate(${bucket}[5m])))`
}
