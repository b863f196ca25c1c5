import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

/** Histograms of the event loop's ticks: wall-clock and processor time (docs/metrics.md). */
export type LoopTicks = { wall: Bucket[]; cpu: Bucket[] }
type Bucket = { upToMs: number; count: number }

/** The p99.9 of the event loop's ticks, in milliseconds. */
export type Tick = { wallMs: number; cpuMs: number }

export async function eventLoopTicks(opsAddress: string): Promise<LoopTicks> {
  const metrics = await scrape(opsAddress)
  const buckets = (name: string) => {
    const lines = [...metrics.matchAll(new RegExp(`^${name}_bucket\\{le="([^"]+)"\\} (\\d+)$`, 'gm'))]
    if (lines.length === 0) throw new Error(`${opsAddress} has no ${name}.`)
    return lines.map(([, bound, count]) => ({ upToMs: boundMs(bound ?? ''), count: Number(count) }))
  }
  return { wall: buckets('nodejs_eventloop_tick_seconds'), cpu: buckets('nodejs_eventloop_tick_cpu_seconds') }
}

/** The p99.9 of the ticks between two scrapes. */
export function tickBetween(before: LoopTicks, after: LoopTicks): Tick {
  return { wallMs: quantileMs(before.wall, after.wall), cpuMs: quantileMs(before.cpu, after.cpu) }
}

/** Interpolates within a bucket, as `histogram_quantile` of Prometheus does. */
function quantileMs(before: Bucket[], after: Bucket[]): number {
  const counts = after.map(({ upToMs, count }, index) => ({
    upToMs,
    count: count - (before[index]?.count ?? 0),
  }))
  const rank = 0.999 * (counts.at(-1)?.count ?? 0)
  const index = counts.findIndex(({ count }) => count >= rank)
  const [below, found] = [
    counts[index - 1] ?? { upToMs: 0, count: 0 },
    counts[index] ?? { upToMs: 0, count: 0 },
  ]
  if (found.upToMs === Number.POSITIVE_INFINITY || found.count === below.count) return below.upToMs
  const share = (rank - below.count) / (found.count - below.count)
  return below.upToMs + share * (found.upToMs - below.upToMs)
}

function boundMs(bound: string): number {
  return bound === '+Inf' ? Number.POSITIVE_INFINITY : Number(bound) * 1000
}

/** A new connection each time: the server may close a kept-alive one just when it is used again. */
async function scrape(opsAddress: string): Promise<string> {
  const [response] = await once(get(`http://${opsAddress}/metrics`, { agent: false }), 'response')
  return text(response as IncomingMessage)
}
