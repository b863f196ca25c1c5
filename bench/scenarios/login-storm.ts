import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { lightLoad } from '../light-load.ts'
import { hashOf, loginBodies, people } from '../people.ts'
import { type Figure, firstAccount, perSecond, type Scenario, type Target } from '../scenario.ts'
import { type StormSeen, storm } from '../storm.ts'
import { logins } from './login.ts'

const times = 3
const accounts = 100
const addresses = Array.from({ length: 20 }, (_, index) => `198.51.100.${index + 1}`)
/** An address without earlier requests. */
const newcomer = '203.0.113.9'
/** Memory may grow this long before it has to be stable. */
const settlesMs = 10_000

/**
 * Three times the sustained sign-ins, from several addresses, for twice the duration: session checks meanwhile, accepted
 * sign-ins, how soon the rest is rejected, memory, and how soon another client can sign in afterwards.
 */
export const loginStorm: Scenario = {
  name: 'login-storm',
  async run(target, seconds) {
    const emails = await people(target, `sustained-${Date.now()}`, Array(accounts).fill(hashOf()))
    const sustain = logins(`${target.gateway}/auth/login`, emails)
    await sustain(seconds)
    const sustained = (await sustain(seconds)).perSecond
    const check = {
      url: `${target.gateway}/auth/sessions/current`,
      headers: { authorization: firstAccount(target.seeded).token },
    }
    const idle = await lightLoad(check, seconds)

    const bodies = loginBodies(await people(target, `storm-${Date.now()}`, Array(accounts).fill(hashOf())))
    const plan = { bodies, addresses, perSecond: times * sustained, seconds: 2 * seconds, maxAtOnce: 2000 }
    const memory = watchMemory(target.pids['auth-service'] ?? 0)
    const [seen, beside] = await Promise.all([
      storm({ ...plan, url: `${target.gateway}/auth/login` }),
      lightLoad(check, plan.seconds),
    ])
    const grown = memory.stop()
    const recoveredMs = await untilSignedIn(target, bodies[0] ?? '')
    const others = Object.entries(seen.others).map(([answer, count]) => `${count} times ${answer}`)
    if (others.length > 0) throw new Error(`Unexpected answers other than 200 and 503: ${others}`)
    return figures({ seen, idle, beside, grown, recoveredMs, sustained, seconds: plan.seconds })
  },
}

type Outcome = {
  seen: StormSeen
  idle: { p99: number }
  beside: { p99: number; count: number }
  grown: number
  recoveredMs: number
  sustained: number
  seconds: number
}

function figures({ seen, idle, beside, grown, recoveredMs, sustained, seconds }: Outcome): Figure[] {
  const accepted = seen.accepted / seconds
  const slowestShed = Math.max(0, ...seen.shedMs)
  const detail = `${perSecond(seen.sent / seconds, 'logins')} sent`
  return [
    {
      scenario: 'storm: p99 of session checks, none failed',
      detail: `${detail}, ${beside.count} checks`,
      measured: ms(beside.p99),
      limit: `idle ${ms(idle.p99)}`,
      ratio: idle.p99 / beside.p99,
      goal: '>= 0.5',
    },
    {
      scenario: 'storm: accepted',
      detail,
      measured: perSecond(accepted, 'logins'),
      limit: `sustained ${perSecond(sustained, 'logins')}`,
      ratio: accepted / sustained,
      goal: '>= 0.95',
    },
    {
      scenario: 'storm: slowest rejection with 503',
      detail: `${detail}, ${seen.shed} rejected, ${seen.held} not sent`,
      measured: ms(slowestShed),
      limit: '2000 ms',
      ratio: 2000 / slowestShed,
      goal: '>= 1',
    },
    {
      scenario: `storm: growth of auth-service after ${settlesMs / 1000} s`,
      detail,
      measured: `${((grown - 1) * 100).toFixed(1)} %`,
      limit: '5 %',
      ratio: 1.05 / grown,
      goal: '>= 1',
    },
    {
      scenario: 'storm: from its end until another client is signed in',
      detail,
      measured: ms(recoveredMs),
      limit: '1000 ms',
      ratio: 1000 / recoveredMs,
      goal: '>= 1',
    },
  ]
}

/** The growth of a process's memory after the first seconds, by low values: a hash needs its memory for milliseconds. */
function watchMemory(pid: number) {
  const startedAt = performance.now()
  const readings: { ms: number; kib: number }[] = []
  const timer = setInterval(() => {
    const [, kib] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    readings.push({ ms: performance.now() - startedAt, kib: Number(kib) })
  }, 50)
  return {
    stop(): number {
      clearInterval(timer)
      const settled = readings.filter(({ ms }) => ms >= settlesMs).map(({ kib }) => kib)
      const some = Math.ceil(settled.length / 3)
      return floor(settled.slice(-some)) / floor(settled.slice(0, some))
    },
  }
}

/** The lowest decile. */
function floor(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 10)] ?? 0
}

async function untilSignedIn({ gateway }: Target, body: string): Promise<number> {
  const startedAt = performance.now()
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': newcomer }
  while (true) {
    const response = await fetch(`${gateway}/auth/login`, { method: 'POST', headers, body })
    await response.arrayBuffer()
    if (response.ok) return performance.now() - startedAt
    await pause(20)
  }
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`
}
