import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

/** The p99.9 of the event loop's ticks of a process since it was last asked, in milliseconds (docs/metrics.md). */
export type Tick = { wallMs: number; cpuMs: number }

export async function eventLoopTick(opsAddress: string): Promise<Tick> {
  const metrics = await scrape(opsAddress)
  const ms = (name: string) => {
    const [, seconds] = new RegExp(`^${name}\\{quantile="0\\.999"\\} (\\S+)$`, 'm').exec(metrics) ?? []
    if (seconds === undefined) throw new Error(`${opsAddress} tells no ${name}.`)
    return Number(seconds) * 1000
  }
  return { wallMs: ms('nodejs_eventloop_tick_seconds'), cpuMs: ms('nodejs_eventloop_tick_cpu_seconds') }
}

/** Over a connection of its own: one kept alive may be closed by the other side in the moment it is used again. */
async function scrape(opsAddress: string): Promise<string> {
  const [response] = await once(get(`http://${opsAddress}/metrics`, { agent: false }), 'response')
  return text(response as IncomingMessage)
}
