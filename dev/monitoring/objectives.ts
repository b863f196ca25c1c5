import { routes } from '@gatehouse/gateway/routes'
import type { AlertRule, RecordingRule } from './rule.ts'

type Objective = {
  /** The label `slo`. */
  name: string
  alert: string
  /** The share of good events, over 30 days. */
  target: number
  summary: string
  good: (window: string) => string
  total: (window: string) => string
}

const requests = 'gatehouse_http_request_seconds'
const signIn = 'method="POST",route="/auth/login"'
const execution = `method="POST",route=~"${executionRoutes()}"`

/** 5xx count as bad everywhere. The bounds of time are buckets of `durationBuckets`. */
export const objectives: readonly Objective[] = [
  {
    name: 'availability',
    alert: 'GatehouseAvailability',
    target: 0.999,
    summary: 'Too many requests fail with 5xx.',
    good: (window) => `sum(rate(${requests}_count{status!~"5.."}[${window}]))`,
    total: (window) => `sum(rate(${requests}_count[${window}]))`,
  },
  {
    name: 'session-check',
    alert: 'GatehouseSessionCheck',
    target: 0.99,
    summary: 'Too many session checks fail or take longer than 50 ms.',
    good: (window) =>
      `sum(rate(gatehouse_session_check_seconds_bucket{outcome!="failed",le="0.05"}[${window}]))`,
    total: (window) => `sum(rate(gatehouse_session_check_seconds_count[${window}]))`,
  },
  {
    name: 'sign-in',
    alert: 'GatehouseSignIn',
    target: 0.99,
    summary: 'Too many sign-ins fail with 5xx or take longer than 1 s.',
    good: (window) => `sum(rate(${requests}_bucket{${signIn},status!~"5..",le="1"}[${window}]))`,
    total: (window) => `sum(rate(${requests}_count{${signIn}}[${window}]))`,
  },
  {
    name: 'execution',
    alert: 'GatehouseExecution',
    target: 0.99,
    summary: 'Too many executions fail with 5xx or take longer than 500 ms.',
    good: (window) => `sum(rate(${requests}_bucket{${execution},status!~"5..",le="0.5"}[${window}]))`,
    total: (window) => `sum(rate(${requests}_count{${execution}}[${window}]))`,
  },
]

const windows = ['5m', '30m', '1h', '2h', '6h', '1d', '3d']

export const objectiveRecords: readonly RecordingRule[] = objectives.flatMap(({ name, good, total }) =>
  windows.map((window) => ({
    record: recordOf(window),
    labels: { slo: name },
    expr: `1 - ${good(window)} / ${total(window)}`,
  })),
)

/** Multiwindow, multi-burn-rate alerts (Google SRE Workbook, chapter 5, table 5-8). */
export const objectiveAlerts: readonly AlertRule[] = objectives.flatMap((objective) => [
  {
    alert: `${objective.alert}BudgetBurnsFast`,
    severity: 'page' as const,
    summary: objective.summary,
    expr: `${burns(objective, 14.4, '1h', '5m')} or ${burns(objective, 6, '6h', '30m')}`,
  },
  {
    alert: `${objective.alert}BudgetBurnsSlowly`,
    severity: 'ticket' as const,
    summary: objective.summary,
    expr: `${burns(objective, 3, '1d', '2h')} or ${burns(objective, 1, '3d', '6h')}`,
  },
])

function burns({ name, target }: Objective, rate: number, long: string, short: string): string {
  const bound = Number((rate * (1 - target)).toPrecision(6))
  const above = (window: string) => `${recordOf(window)}{slo="${name}"} > ${bound}`
  return `(${above(long)} and ${above(short)})`
}

function recordOf(window: string): string {
  return `gatehouse:slo_errors:ratio_rate${window}`
}

function executionRoutes(): string {
  const paths = routes.filter(({ isSenderBody }) => isSenderBody).map(({ path }) => path)
  return paths.map((path) => path.replace(/\{\w+\}/g, '[^/]+')).join('|')
}
