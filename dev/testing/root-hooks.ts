import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { loadavg } from 'node:os'
import { ExplainedError } from '@gatehouse/admin/explained-error'
import { cpuPressure } from '@gatehouse/service-kit/testing/cpu-pressure'
import { runAfterTest, setCurrentTest } from '@gatehouse/service-kit/testing/running-test'
import { config } from 'chai'
import { useChromium } from './needed-packages.ts'
import { endProfile, profileShared, startProfile } from './profile.ts'
import { openTestStores } from './test-stores.ts'

// The proxies find misspelt properties, as the compiler does, and take time at each assertion.
config.useProxy = false

const patienceMs = 10_000
const interruptedExitCode = 130

let close: (() => Promise<void>) | undefined
let storePids: number[] = []
let machine: ReturnType<typeof watchMachine> | undefined

/** Starts real stores for the run; sets their URLs, and the prefix of all databases and keys of the run. */
export async function mochaGlobalSetup(this: { isParallelMode(): boolean }): Promise<void> {
  // A parallel run has all test files and loads them in other processes.
  if (this.isParallelMode()) {
    useChromium('chromium')
    useChromium('chromium-headless-shell')
    scheduleAsBatch()
  }
  const names = `t_${randomBytes(4).toString('hex')}_`
  const stores = await openTestStores(process.env, names).catch(endExplained)
  process.env.GATEHOUSE_TEST_MONGODB_URL = stores.mongodbUrl
  process.env.GATEHOUSE_TEST_REDIS_URL = stores.redisUrl
  process.env.GATEHOUSE_TEST_REDIS_REPLICAS = String(stores.redisReplicas)
  process.env.GATEHOUSE_TEST_NAMES = names
  close = stores.close
  storePids = stores.pids
  // mocha ends an interrupted run without its teardown.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, endInterrupted)
}

export const mochaHooks = {
  // In a parallel run mocha removes it after each file.
  beforeAll(): void {
    startProfile()
    process.off('unhandledRejection', failTest).on('unhandledRejection', failTest)
  },
  afterAll(this: Mocha.Context): void {
    if (this.test?.parent) endProfile(this.test.parent)
  },
  beforeEach(this: Mocha.Context): void {
    setCurrentTest(this.currentTest)
    machine = watchMachine()
  },
  async afterEach(this: Mocha.Context): Promise<void> {
    setCurrentTest(undefined)
    const { err } = (this.currentTest ?? {}) as { err?: object }
    if (err) Object.assign(err, { machine: machine?.() })
    await runAfterTest()
  },
}

export async function mochaGlobalTeardown(): Promise<void> {
  profileShared('MongoDB and Redis', storePids)
  await close?.()
  // A handle that a test left open would keep the process running; this timer does not.
  setTimeout(exitAnyway, patienceMs).unref()
}

/** Returns how busy the machine was since, which explains some failures. */
function watchMachine() {
  const [from, before] = [performance.now(), cpuPressure()]
  return () => {
    const elapsedMs = performance.now() - from
    const { waitingMs, stolenMs } = cpuPressure()
    return {
      load: loadavg()[0],
      waitingShare: (waitingMs - before.waitingMs) / elapsedMs,
      stolenShare: (stolenMs - before.stolenMs) / elapsedMs,
    }
  }
}

/** With SCHED_BATCH of sched(7), a process that wakes up does not preempt a running one, which saves context switches. */
function scheduleAsBatch(): void {
  spawnSync('chrt', ['--batch', '--all-tasks', '--pid', '0', String(process.pid)], { stdio: 'ignore' })
}

/** mocha would print a stack trace. */
function endExplained(error: unknown): never {
  if (!(error instanceof ExplainedError)) throw error
  console.error(error.message)
  process.exit(1)
}

/** An unhandled rejection ends a service, but mocha ignores it. So it fails the running test. */
function failTest(reason: unknown): never {
  throw reason
}

function endInterrupted(): void {
  void close?.().finally(() => process.exit(interruptedExitCode))
}

function exitAnyway(): never {
  console.error(`A test left something open: ${process.getActiveResourcesInfo().join(', ')}`)
  process.exit(process.exitCode || 1)
}
