type Panel = { title: string; unit: string; queries: readonly Query[] }
type Query = { expr: string; legend: string }

const requests = 'gatehouse_http_request_seconds'
const rate = (metric: string) => `rate(${metric}[$__rate_interval])`
const p99 = (metric: string, by: string, legend: string): Query => ({
  expr: `histogram_quantile(0.99, sum by (${by}, le) (${rate(metric)}))`,
  legend,
})

const rows: Readonly<Record<string, readonly Panel[]>> = {
  Objectives: [
    panel('Error budget used, 1 h (ratio of bad events)', 'percentunit', [
      { expr: 'gatehouse:slo_errors:ratio_rate1h', legend: '{{slo}}' },
    ]),
    panel('Ready', 'none', [
      { expr: 'min by (service, check) (gatehouse_ready)', legend: '{{service}} {{check}}' },
      { expr: 'min by (upstream) (gatehouse_upstream_available)', legend: 'upstream {{upstream}}' },
    ]),
  ],
  Requests: [
    panel('Requests by route', 'reqps', [
      { expr: `sum by (method, route) (${rate(`${requests}_count`)})`, legend: '{{method}} {{route}}' },
    ]),
    panel('Failed requests by route', 'reqps', [
      {
        expr: `sum by (method, route, status) (${rate(`${requests}_count{status=~"5.."}`)})`,
        legend: '{{method}} {{route}} {{status}}',
      },
    ]),
    panel('p99 by route', 's', [p99(`${requests}_bucket`, 'method, route', '{{method}} {{route}}')]),
    panel('Requests in flight', 'none', [
      { expr: 'sum by (pod) (gatehouse_http_requests_in_flight)', legend: '{{pod}}' },
      { expr: `sum(${rate('gatehouse_http_requests_refused_total')})`, legend: 'rejected in 1 s' },
    ]),
  ],
  Calls: [
    panel('Calls by rpc', 'reqps', [
      { expr: `sum by (rpc) (${rate('gatehouse_rpc_seconds_count')})`, legend: '{{rpc}}' },
    ]),
    panel('Failed calls by rpc', 'reqps', [
      {
        expr: `sum by (rpc, code) (${rate('gatehouse_rpc_seconds_count{code=~"INTERNAL|UNAVAILABLE|DEADLINE_EXCEEDED|UNKNOWN"}')})`,
        legend: '{{rpc}} {{code}}',
      },
    ]),
    panel('p99 by rpc', 's', [p99('gatehouse_rpc_seconds_bucket', 'rpc', '{{rpc}}')]),
    panel('Session checks', 'reqps', [
      {
        expr: `sum by (outcome) (${rate('gatehouse_session_check_seconds_count')})`,
        legend: 'session-service: {{outcome}}',
      },
      { expr: `sum(${rate('gatehouse_session_cache_hits_total')})`, legend: 'cache' },
    ]),
  ],
  Stores: [
    panel('Commands by store', 'ops', [
      {
        expr: `sum by (store, operation) (${rate('gatehouse_store_seconds_count')})`,
        legend: '{{store}} {{operation}}',
      },
    ]),
    panel('Failed commands', 'ops', [
      {
        expr: `sum by (store, operation) (${rate('gatehouse_store_seconds_count{outcome="error"}')})`,
        legend: '{{store}} {{operation}}',
      },
    ]),
    panel('p99 by store', 's', [
      p99('gatehouse_store_seconds_bucket', 'store, operation', '{{store}} {{operation}}'),
    ]),
    panel('Outbox and stream lag', 's', [
      {
        expr: 'max by (service, what) (gatehouse_outbox_oldest_pending_seconds)',
        legend: '{{service}} {{what}}',
      },
      { expr: 'max by (source) (gatehouse_events_lag)', legend: 'unread events of {{source}}' },
      { expr: 'max(gatehouse_mails_oldest_pending_seconds)', legend: 'mails' },
    ]),
  ],
  Processes: [
    panel('Hashing threads', 'none', [
      { expr: 'sum(gatehouse_hashing_busy)', legend: 'busy' },
      { expr: 'sum(gatehouse_hashing_waiting)', legend: 'waiting' },
      { expr: 'sum(gatehouse_hashing_slots)', legend: 'slots' },
    ]),
    panel('p99 of the event loop', 's', [
      p99('nodejs_eventloop_tick_seconds_bucket', 'service, pod', '{{pod}}'),
    ]),
    panel('CPU', 'none', [
      { expr: `sum by (service, pod) (${rate('process_cpu_seconds_total')})`, legend: '{{pod}}' },
    ]),
    panel('Memory', 'bytes', [
      { expr: 'sum by (service, pod) (process_resident_memory_bytes)', legend: '{{pod}}' },
    ]),
  ],
}

/** A dashboard of Grafana 9 or newer. It asks for its data source when it is imported. */
export function dashboard(): string {
  return `${JSON.stringify(
    {
      uid: 'gatehouse',
      title: 'Gatehouse',
      schemaVersion: 37,
      refresh: '30s',
      time: { from: 'now-3h', to: 'now' },
      templating: {
        list: [{ name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' }],
      },
      panels: Object.entries(rows).flatMap(toPanels),
    },
    null,
    2,
  )}\n`
}

export const dashboardQueries: readonly string[] = Object.values(rows)
  .flat()
  .flatMap(({ queries }) => queries.map(({ expr }) => expr))

const [width, height] = [12, 8]
/** Above any number of panels in a row. */
const rowHeight = 100

function panel(title: string, unit: string, queries: readonly Query[]): Panel {
  return { title, unit, queries }
}

function toPanels([title, panels]: [string, readonly Panel[]], row: number): object[] {
  const top = row * rowHeight
  const header = { id: top + 1, type: 'row', title, gridPos: { x: 0, y: top, w: 24, h: 1 } }
  return [header, ...panels.map((each, index) => toPanel(each, index, top))]
}

function toPanel({ title, unit, queries }: Panel, index: number, top: number): object {
  const x = (index % 2) * width
  const y = top + 1 + Math.floor(index / 2) * height
  return {
    id: top + 2 + index,
    type: 'timeseries',
    title,
    datasource: { type: 'prometheus', uid: '$datasource' },
    fieldConfig: { defaults: { unit }, overrides: [] },
    gridPos: { x, y, w: width, h: height },
    targets: queries.map(({ expr, legend }, target) => ({
      refId: String.fromCharCode(65 + target),
      expr,
      legendFormat: legend,
    })),
  }
}
