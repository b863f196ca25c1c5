import { performance } from 'node:perf_hooks'
import { histogram } from './metric.ts'

// Short enough to see a delay of 20 ms, and costs less than 1 % of a core.
const tickMs = 10

const buckets = [
  ...[0.001, 0.0025, 0.005, 0.01, 0.0125, 0.015, 0.02, 0.025, 0.03, 0.04],
  ...[0.05, 0.075, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
]

const wallTicks = histogram({
  name: 'nodejs_eventloop_tick_seconds',
  help: `Wall-clock time between two ticks of a ${tickMs} ms timer. If the event loop is blocked for t, by the process itself or by a busy machine, a tick takes at least t.`,
  buckets,
})
const cpuTicks = histogram({
  name: 'nodejs_eventloop_tick_cpu_seconds',
  help: 'CPU time of the event loop between the same ticks: the share that the process itself caused.',
  buckets,
})

/** The event loop metrics of prom-client restart at each scrape, so they suit one scraper only. */
export const eventLoopMetrics = [wallTicks, cpuTicks]

export function watchEventLoop(): void {
  let [wall, cpu] = [performance.now(), cpuMicroseconds()]
  const tick = () => {
    const [wallNow, cpuNow] = [performance.now(), cpuMicroseconds()]
    wallTicks.observe((wallNow - wall) / 1e3)
    cpuTicks.observe((cpuNow - cpu) / 1e6)
    wall = wallNow
    cpu = cpuNow
  }
  setInterval(tick, tickMs).unref()
}

function cpuMicroseconds(): number {
  const { user, system } = process.threadCpuUsage()
  return user + system
}
