import { expect } from 'chai'
import { until } from '../../process/until.ts'
import { openFaultStack, type Said, without } from './fault-stack.ts'

type Door = 'document' | 'session' | 'login' | 'execute'

/** What each process is needed for; everything else has to go on without it. */
const neededFor: Record<string, Door[]> = {
  'auth-service': ['login'],
  'session-service': ['session', 'login'],
  'webhook-service': ['execute'],
}
const neededStores: Record<string, Door[]> = {
  mongodb: ['login', 'execute'],
  redis: ['session', 'login'],
}
const awayMs = 10_000
/** The gateway's own deadline for each, and a second for the way there and back under load. */
const answeredWithinMs: Record<Door, number> = {
  document: 1_000,
  session: 3_000,
  login: 6_000,
  execute: 10_000,
}

describe('a part of the stack that is away', () => {
  const house = openFaultStack()

  for (const [part, doors] of Object.entries(neededFor)) {
    it(`is missed where it is needed only, and comes back: ${part}`, async function () {
      this.timeout(60_000)
      await house.stack().kill(part)
      await assertClosed(doors)
      await house.stack().restart(part)
      expect(await house.recovered()).to.equal(true)
    })
  }

  for (const [store, doors] of Object.entries(neededStores)) {
    it(`may be gone for ten seconds and ends no process: ${store}`, async function () {
      this.timeout(60_000)
      const before = house.stack().pids()
      await house.stack().kill(store)
      const backAt = performance.now() + awayMs
      await until(
        async () => {
          await assertClosed(doors)
          return performance.now() > backAt
        },
        { everyMs: 250 },
      )
      await house.stack().restart(store)
      expect(await house.recovered()).to.equal(true)
      const { [store]: _restarted, ...others } = house.stack().pids()
      expect(before).to.include(others)
    })
  }

  it('may hang instead of dying', async function () {
    this.timeout(60_000)
    await assertRefusedWhileHanging(neededFor)
    await assertRefusedWhileHanging(neededStores)
  })

  it('keeps back no execution: what Redis missed is published when it returns', async function () {
    this.timeout(60_000)
    await house.stack().kill('redis')
    const ids = Array.from({ length: 20 }, (_, index) => `without-redis-${index}`)
    const answers = await Promise.all(ids.map((id) => house.post(id)))
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([204]))
    await house.stack().restart('redis')
    expect(await house.recovered()).to.equal(true)
    expect(await house.readable()).to.include.members(ids)
    const missing = async () => without(ids, await house.published())
    await until(async () => (await missing()).length === 0, { timeoutMs: 10_000 })
    expect(await missing()).to.deep.equal([])
  })

  /** Stops these processes where they are, and lets them go on when all that needs them has been refused. */
  async function assertRefusedWhileHanging(parts: Record<string, Door[]>): Promise<void> {
    const pids = Object.entries(house.stack().pids()).filter(([name]) => Object.hasOwn(parts, name))
    expect(pids).to.have.length(Object.keys(parts).length)
    for (const [, pid] of pids) process.kill(pid, 'SIGSTOP')
    try {
      await Promise.all([...new Set(Object.values(parts).flat())].map(assertRefused))
    } finally {
      for (const [, pid] of pids) process.kill(pid, 'SIGCONT')
    }
    expect(await house.recovered()).to.equal(true)
  }

  /** These doors are closed in time and politely, all others open. */
  async function assertClosed(doors: Door[]): Promise<void> {
    const all = Object.keys(house.doors) as Door[]
    await Promise.all(all.map((door) => (doors.includes(door) ? assertRefused(door) : assertOpen(door))))
  }

  async function assertRefused(door: Door): Promise<void> {
    const said = await lastSaid(door)
    expect(said.status, told(door, said)).to.be.oneOf([503, 504])
    if (said.status === 503) expect(said.retryAfter, told(door, said)).to.match(/^[1-9]\d*$/)
    expect(said.ms, told(door, said)).to.be.below(answeredWithinMs[door])
  }

  /** A gateway may show a session it keeps for a second after it heard of its neighbours last (docs/decisions/0007). */
  async function lastSaid(door: Door): Promise<Said> {
    const from = performance.now()
    let said = await house.doors[door]()
    while (door === 'session' && said.status === 200 && performance.now() - from < 1000) {
      said = await house.doors[door]()
    }
    return said
  }

  async function assertOpen(door: Door): Promise<void> {
    const said = await house.doors[door]()
    expect(said.status, told(door, said)).to.be.oneOf([200, 204])
  }
})

function told(door: Door, said: Said): string {
  return `${door} ${JSON.stringify(said)}`
}
