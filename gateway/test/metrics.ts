/** A client's view of the metrics of a gateway: the value of one sample, 0 when there is none. */
export async function metricOf(opsAddress: string, sample: string): Promise<number> {
  const text = await (await fetch(`http://${opsAddress}/metrics`)).text()
  const line = text.split('\n').find((each) => each.startsWith(`${sample} `))
  return Number(line?.slice(sample.length + 1) ?? 0)
}
