import { createHistogram, performance } from 'node:perf_hooks'

/** How often the event loop is asked, in milliseconds: fine enough to see 20 ms, coarse enough to take less than a hundredth of a core. */
export const askedEveryMs = 10

type Histogram = ReturnType<typeof createHistogram>

/** Nanoseconds between two ticks: on the clock, and of the processor time of the thread. */
export type Ticks = { wall: Histogram; cpu: Histogram }

let ticks: Ticks | undefined

/** Begins to watch the event loop of this process, once. Watching does not keep the process alive. */
export function watchEventLoop(): Ticks {
  ticks ??= startTicking()
  return ticks
}

function startTicking(): Ticks {
  const started = { wall: createHistogram(), cpu: createHistogram() }
  let [wall, cpu] = [performance.now(), cpuMicroseconds()]
  const tick = () => {
    const [wallNow, cpuNow] = [performance.now(), cpuMicroseconds()]
    record(started.wall, (wallNow - wall) * 1e6)
    record(started.cpu, (cpuNow - cpu) * 1e3)
    wall = wallNow
    cpu = cpuNow
  }
  setInterval(tick, askedEveryMs).unref()
  return started
}

function cpuMicroseconds(): number {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

/** Histograms hold whole numbers from 1. */
function record(histogram: Histogram, nanoseconds: number): void {
  histogram.record(Math.max(1, Math.round(nanoseconds)))
}
