/** The p99.9 of the event loop's ticks of a process since it was last asked, in milliseconds (docs/metrics.md). */
export type Tick = { wallMs: number; cpuMs: number }

export async function eventLoopTick(opsAddress: string): Promise<Tick> {
  const text = await (await fetch(`http://${opsAddress}/metrics`)).text()
  const ms = (name: string) => {
    const [, seconds] = new RegExp(`^${name}\\{quantile="0\\.999"\\} (\\S+)$`, 'm').exec(text) ?? []
    if (seconds === undefined) throw new Error(`${opsAddress} tells no ${name}.`)
    return Number(seconds) * 1000
  }
  return { wallMs: ms('nodejs_eventloop_tick_seconds'), cpuMs: ms('nodejs_eventloop_tick_cpu_seconds') }
}
