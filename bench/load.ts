import autocannon from 'autocannon'

export type LoadOptions = {
  url: string
  connections: number
  seconds: number
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
}

/** What a bounded load saw. Latencies in milliseconds, `failed` counts anything but a 2xx. */
export type LoadResult = { perSecond: number; p50: number; p99: number; failed: number }

/** Sends requests over that many connections for that long, one at a time on each. */
export async function load({ url, connections, seconds, method = 'GET', headers = {}, body }: LoadOptions) {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    method,
    headers,
    // Writes a fresh value for every [<id>], so that no request repeats another.
    idReplacement: true,
    ...(body === undefined ? {} : { body }),
  })
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors + result.timeouts,
  } satisfies LoadResult
}
