import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { eventLoopTicks, type LoopTicks, type Tick, tickBetween } from '../event-loop-tick.ts'
import { examplePush } from '../example-push.ts'
import { type LightRequest, lightLoad } from '../light-load.ts'
import { type Figure, firstAccount, type Scenario, type Target } from '../scenario.ts'

const mebibyte = 1024 * 1024
const commits = 2048
/** 100 Mbit/s: faster than code hosts deliver, and slow enough for a sender on the same two cores. */
const bytesPerSecond = 12_500_000
const maxTickMs = 20
const maxTimesIdle = 2

const passed = ['gateway', 'webhook-service'] as const
type Passed = (typeof passed)[number]

/**
 * While pushes of 25 MiB arrive one after the other: how long they block event loops, and the latency of small requests,
 * against the same requests on an idle stack.
 */
export const largeBodies: Scenario = {
  name: 'large-bodies',
  async run(target, seconds) {
    const light = lightRequests(target)
    const atStart = await ticks(target)
    const idle = await measureAll(light, seconds)
    const afterIdle = await ticks(target)
    const sender = await startSender(target)
    const withSender = await ticks(target)
    const beside = await measureAll(light, seconds)
    const atEnd = await ticks(target)
    const { taken, rejected } = await sender.stop()
    if (rejected > 0 || taken === 0)
      throw new Error(`${rejected} large bodies of ${taken + rejected} were rejected.`)
    const what = `beside ${taken} bodies of 25 MiB at 100 Mbit/s`
    return [
      ...passed.flatMap((process) => {
        const free = tickBetween(atStart[process], afterIdle[process])
        const held = tickBetween(withSender[process], atEnd[process])
        return tickFigures(process, free, held, what)
      }),
      ...light.map(({ name }, index) => waitFigure(name, idle[index] ?? 0, beside[index] ?? 0, what)),
    ]
  },
}

function tickFigures(process: Passed, free: Tick, held: Tick, what: string): Figure[] {
  const scenario = `event loop of ${process}, p99.9 of a tick, ${what}`
  const bound = { limit: ms(maxTickMs), goal: '>= 1' }
  return [
    {
      ...bound,
      scenario: `${scenario}: own work`,
      measured: `${ms(held.cpuMs)} CPU, idle ${ms(free.cpuMs)}`,
      ratio: maxTickMs / held.cpuMs,
    },
    {
      ...bound,
      scenario: `${scenario}: on the clock`,
      measured: `${ms(held.wallMs)}, idle ${ms(free.wallMs)}`,
      ratio: maxTickMs / held.wallMs,
    },
  ]
}

function waitFigure(name: string, idle: number, beside: number, what: string): Figure {
  return {
    scenario: `p99 of ${name}, ${what}`,
    measured: ms(beside),
    limit: `idle ${ms(idle)}`,
    ratio: idle / beside,
    goal: `>= ${1 / maxTimesIdle}`,
  }
}

/** One request that only the gateway handles, and one that passes the same processes as a large body. */
function lightRequests({ gateway, seeded }: Target): (LightRequest & { name: string })[] {
  const { id, token } = seeded.webhook
  return [
    {
      name: 'a session check',
      url: `${gateway}/auth/sessions/current`,
      headers: { authorization: firstAccount(seeded).token },
    },
    {
      name: 'a chat message',
      url: `${gateway}/webhooks/${id}/${token}/chat-compat`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"text":"light"}',
    },
  ]
}

async function measureAll(requests: LightRequest[], seconds: number): Promise<number[]> {
  const results = await Promise.all(requests.map((request) => lightLoad(request, seconds)))
  return results.map(({ p99 }) => p99)
}

async function ticks({ ops }: Target): Promise<Record<Passed, LoopTicks>> {
  const ticksOf = (process: Passed) => eventLoopTicks(ops[process] ?? '')
  return { gateway: await ticksOf('gateway'), 'webhook-service': await ticksOf('webhook-service') }
}

async function startSender({ gateway, seeded }: Target) {
  const { id, token } = seeded.webhook
  const url = `${gateway}/webhooks/${id}/${token}/code-host`
  const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
  const file = fileURLToPath(new URL(`../large-sender${extension}`, import.meta.url))
  // A thread of its own, so that sending does not block the measurement.
  const worker = new Worker(file, {
    workerData: { url, body: await largePush(25 * mebibyte), bytesPerSecond },
  })
  return {
    async stop(): Promise<{ taken: number; rejected: number }> {
      worker.postMessage('stop')
      const [counts] = await once(worker, 'message')
      return counts
    },
  }
}

/** A push with as many commits as a code host sends, as JSON of exactly this size. */
async function largePush(bytes: number): Promise<Uint8Array> {
  const push = JSON.parse(await examplePush())
  const [commit] = push.commits
  const withMessages = (message: string) =>
    JSON.stringify({ ...push, commits: Array(commits).fill({ ...commit, message }) })
  const room = Math.floor((bytes - withMessages('').length) / commits)
  return Buffer.from(withMessages('x'.repeat(room)).padEnd(bytes))
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`
}
