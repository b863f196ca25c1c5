/** The value of one metric sample of a gateway, 0 if it does not exist. */
export async function metricOf(opsAddress: string, sample: string): Promise<number> {
  const text = await (await fetch(`http://${opsAddress}/metrics`)).text()
  const line = text.split('\n').find((each) => each.startsWith(`${sample} `))
  return Number(line?.slice(sample.length + 1) ?? 0)
}
