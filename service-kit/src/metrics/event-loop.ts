import { performance } from 'node:perf_hooks'
import { histogram } from './histogram.ts'
import type { Metric } from './metric.ts'

/** Fine enough to see 20 ms, coarse enough to take less than a hundredth of a core. */
const tickMs = 10

const bounds = [
  ...[0.001, 0.0025, 0.005, 0.01, 0.0125, 0.015, 0.02, 0.025, 0.03, 0.04],
  ...[0.05, 0.075, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
]

const wallTicks = histogram({
  name: 'nodejs_eventloop_tick_seconds',
  help: `Time between two ticks of a timer of ${tickMs} ms. If the event loop is blocked for t, by our own work or a busy machine, a tick takes at least t.`,
  bounds,
})
const cpuTicks = histogram({
  name: 'nodejs_eventloop_tick_cpu_seconds',
  help: 'Processor time of the event loop between the same ticks: the part that is our own work.',
  bounds,
})

export const eventLoopMetrics: readonly Metric[] = [wallTicks, cpuTicks]

let isWatched = false

/** Starts to measure the event loop of this process, once. The timer does not keep the process alive. */
export function watchEventLoop(): void {
  if (isWatched) return
  isWatched = true
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
