import { setTimeout as pause } from 'node:timers/promises'
import { quantile } from './quantile.ts'

export type LightRequest = {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
}

const everyMs = 20

/** Sends one request at a time at a low rate; returns p50, p95 and p99 in milliseconds. */
export async function lightLoad(
  { url, ...request }: LightRequest,
  seconds: number,
): Promise<{ p50: number; p95: number; p99: number; count: number }> {
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  while (performance.now() < until) {
    const startedAt = performance.now()
    const response = await fetch(url, request)
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${url.replace(/ghw_[\w-]+/, '…')} answered ${response.status}.`)
    times.push(performance.now() - startedAt)
    await pause(everyMs)
  }
  return {
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    p99: quantile(times, 0.99),
    count: times.length,
  }
}
