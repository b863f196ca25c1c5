/** Series of Prometheus by name, in the notation of `promtool test rules`. */
type Series = Record<string, string>

export type AlertCase = { series: Series; at: string }

const login = 'method="POST",route="/auth/login"'
const push = 'method="POST",route="/webhooks/{webhook_id}/{token}/code-host"'

const failures: Series = {
  'gatehouse_http_request_seconds_count{status="200"}': '0+80x420',
  'gatehouse_http_request_seconds_count{status="503"}': '0+20x420',
}

/** Each alert with series that make it fire; those of the same time are evaluated together. */
export const alertCases: Readonly<Record<string, AlertCase>> = {
  GatehouseAvailabilityBudgetBurnsFast: { series: failures, at: '70m' },
  GatehouseAvailabilityBudgetBurnsSlowly: {
    series: {
      'gatehouse_http_request_seconds_count{status="200"}': '0+998x420',
      'gatehouse_http_request_seconds_count{status="500"}': '0+2x420',
    },
    at: '7h',
  },
  GatehouseSessionCheckBudgetBurnsFast: { series: sessionChecks(70), at: '70m' },
  GatehouseSessionCheckBudgetBurnsSlowly: { series: sessionChecks(98), at: '7h' },
  GatehouseSignInBudgetBurnsFast: { series: slowRequests(login, '1', 70), at: '70m' },
  GatehouseSignInBudgetBurnsSlowly: { series: slowRequests(login, '1', 98), at: '7h' },
  GatehouseExecutionBudgetBurnsFast: { series: slowRequests(push, '0.5', 70), at: '70m' },
  GatehouseExecutionBudgetBurnsSlowly: { series: slowRequests(push, '0.5', 98), at: '7h' },
  GatehouseServiceMissing: {
    series: {
      'gatehouse_ready{service="gateway",check="drain"}': '1x60',
      'gatehouse_ready{service="auth-service",check="drain"}': '1x60',
      'gatehouse_ready{service="session-service",check="drain"}': '1x60',
    },
    at: '45m',
  },
  GatehousePodNotReady: { series: { 'gatehouse_ready{check="mongodb"}': '1 0x60' }, at: '45m' },
  GatehouseUpstreamUnavailable: {
    series: { 'gatehouse_upstream_available{upstream="auth",pod="a"}': '0x60' },
    at: '45m',
  },
  GatehousePodLacksUpstream: {
    series: {
      'gatehouse_upstream_available{upstream="replicas",pod="a"}': '0x60',
      'gatehouse_upstream_available{upstream="replicas",pod="b"}': '1x60',
    },
    // Not that of the case of all pods.
    at: '44m',
  },
  GatehouseRequestsRefused: rising('gatehouse_http_requests_refused_total'),
  GatehouseConnectionsClosed: rising('gatehouse_http_connections_closed_total{cause="limit"}', 120),
  GatehouseEventLoopBlocked: slowest('nodejs_eventloop_tick_seconds_bucket'),
  GatehouseStoreSlow: slowest('gatehouse_store_seconds_bucket', 'store="redis"'),
  GatehouseStoreErrors: {
    series: {
      'gatehouse_store_seconds_count{store="redis",outcome="ok"}': '0+90x60',
      'gatehouse_store_seconds_count{store="redis",outcome="error"}': '0+10x60',
    },
    at: '45m',
  },
  GatehouseClockWrong: steady('gatehouse_clock_skew_seconds{pod="a"}', -2),
  GatehouseHashingRefused: rising('gatehouse_hashing_refused_total{cause="expired"}'),
  GatehouseOutboxDelayed: steady('gatehouse_outbox_oldest_pending_seconds{what="messages"}', 90),
  GatehouseOutboxUnreadable: rising('gatehouse_outbox_unreadable_total{what="messages"}'),
  GatehouseEventsDelayed: steady('gatehouse_events_lag{source="sessions"}', 5000),
  GatehouseEventsLost: rising('gatehouse_events_rejected_total{source="sessions",reason="trimmed"}'),
  GatehouseMessageStreamShort: steady('gatehouse_message_stream_oldest_seconds', 60),
  GatehouseMailsDelayed: steady('gatehouse_mails_oldest_pending_seconds', 900),
  GatehouseMailsExpired: rising('gatehouse_mails_dead_total{reason="expired"}'),
  GatehouseAccountSweepFails: rising('gatehouse_account_sweep_failures_total{task="erasure"}'),
  GatehouseRenderThreadFails: rising('gatehouse_render_thread_ends_total{cause="error"}'),
  GatehouseCertificateExpires: steady('gatehouse_tls_days_to_expiry{file="cert"}', 5),
  GatehouseReloadFails: rising('gatehouse_tls_reloads_total{outcome="failed"}'),
  GatehouseCallersRefused: rising('gatehouse_grpc_refused_callers_total{identity="gateway",rpc="a/B"}'),
}

/** No alert fires for these, although each of their metrics is in the expression of one. */
export const healthySeries: Series = {
  ...Object.fromEntries(
    ['gateway', 'auth-service', 'session-service', 'webhook-service'].map((service) => [
      `gatehouse_ready{service="${service}",check="redis"}`,
      '1x420',
    ]),
  ),
  // A pod that stops.
  'gatehouse_ready{service="gateway",pod="old",check="drain"}': '0x420',
  // A gateway lost an upstream for a moment.
  'gatehouse_upstream_available{upstream="auth",pod="a"}': '1x200 0x2 1x220',
  'gatehouse_upstream_available{upstream="auth",pod="b"}': '1x420',
  [`gatehouse_http_request_seconds_count{${login},status="401"}`]: '0+10000x420',
  [`gatehouse_http_request_seconds_bucket{${login},status="401",le="1"}`]: '0+9990x420',
  [`gatehouse_http_request_seconds_count{${push},status="204"}`]: '0+10000x420',
  [`gatehouse_http_request_seconds_bucket{${push},status="204",le="0.5"}`]: '0+9990x420',
  [`gatehouse_http_request_seconds_count{${push},status="503"}`]: '0+1x420',
  ...sessionChecks(100),
  'gatehouse_store_seconds_count{store="redis",outcome="ok"}': '0+990x420',
  'gatehouse_store_seconds_count{store="redis",outcome="error"}': '0+10x420',
  'gatehouse_clock_skew_seconds{pod="a"}': '-0.5x420',
  'gatehouse_hashing_refused_total{cause="cancelled"}': '0+1x420',
  'gatehouse_outbox_oldest_pending_seconds{what="messages"}': '1x420',
  'gatehouse_events_lag{source="sessions"}': '20x420',
  'gatehouse_events_rejected_total{source="sessions",reason="failed"}': '0+1x420',
  // A stream that begins.
  gatehouse_message_stream_oldest_seconds: '0+60x60 3600x360',
  gatehouse_mails_oldest_pending_seconds: '30x420',
  'gatehouse_mails_dead_total{reason="rejected"}': '0+1x420',
  'gatehouse_render_thread_ends_total{cause="memory"}': '0+1x420',
  'gatehouse_tls_days_to_expiry{file="cert"}': '60x420',
  'gatehouse_tls_reloads_total{outcome="loaded"}': '0+1x420',
}

/** Of 100 checks a minute, `good` are fast enough. */
function sessionChecks(good: number): Series {
  const labels = 'outcome="verified"'
  return {
    [`gatehouse_session_check_seconds_bucket{${labels},le="0.05"}`]: `0+${good}x420`,
    [`gatehouse_session_check_seconds_count{${labels}}`]: '0+100x420',
  }
}

function slowRequests(labels: string, le: string, good: number): Series {
  const all = `${labels},status="200"`
  return {
    [`gatehouse_http_request_seconds_bucket{${all},le="${le}"}`]: `0+${good}x420`,
    [`gatehouse_http_request_seconds_count{${all}}`]: '0+100x420',
  }
}

function rising(series: string, perMinute = 1): AlertCase {
  return { series: { [series]: `0+${perMinute}x60` }, at: '45m' }
}

function steady(series: string, value: number): AlertCase {
  return { series: { [series]: `${value}x60` }, at: '45m' }
}

/** A tenth of the observations takes up to half a second. */
function slowest(bucket: string, labels = 'pod="a"'): AlertCase {
  return {
    series: {
      [`${bucket}{${labels},le="0.1"}`]: '0+90x60',
      [`${bucket}{${labels},le="0.5"}`]: '0+100x60',
      [`${bucket}{${labels},le="+Inf"}`]: '0+100x60',
    },
    at: '45m',
  }
}
