/** The p99.9 of the event loop's ticks of a process since it was last asked, in milliseconds (docs/metrics.md). */
export async function eventLoopTickMs(opsAddress: string): Promise<number> {
  const text = await (await fetch(`http://${opsAddress}/metrics`)).text()
  const [, seconds] = /^nodejs_eventloop_tick_seconds\{quantile="0\.999"\} (\S+)$/m.exec(text) ?? []
  if (seconds === undefined) throw new Error(`${opsAddress} tells no ticks of its event loop.`)
  return Number(seconds) * 1000
}
