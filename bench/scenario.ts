import type { Seed, SeededAccount } from '@gatehouse/admin/seed'

export type Target = {
  gateway: string
  gateways: string[]
  /** gRPC addresses of every session-service. */
  sessions: string
  /** gRPC address of auth-service. */
  auth: string
  /** gRPC address of webhook-service. */
  webhooks: string
  mongodb: string
  redis: string
  /** Where each process serves its metrics, by name. */
  ops: Record<string, string>
  /** Its processes, by name. */
  pids: Record<string, number>
  seeded: Seed
}

/** One figure and its limit, both measured in the same run. */
export type Figure = {
  /** The same in every run, with the words before the first number of `limit`. */
  scenario: string
  measured: string
  limit: string
  /** What else is worth knowing about this run. */
  detail?: string
  /** measured / limit, or limit / measured if less is better: larger is always better. */
  ratio: number
  /** The target of the ratio: `>= 0.5`, `> 1`, or `stated` if there is none. */
  goal: string
}

export type Scenario = {
  name: string
  /** Whether it runs only if it is named, since it takes long or needs much memory. */
  isOptIn?: boolean
  run(target: Target, seconds: number): Promise<Figure[]>
}

export function firstAccount({ accounts: [first] }: Seed): SeededAccount {
  if (!first) throw new Error('The seed made no account.')
  return first
}

export function pidsOf({ pids }: Target, names: string[]): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, pids[name] ?? 0]))
}

export function perSecond(value: number, what: string): string {
  return `${Math.round(value).toLocaleString('en')} ${what}/s`
}
