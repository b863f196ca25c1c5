import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

export type StormPlan = {
  url: string
  bodies: string[]
  addresses: string[]
  perSecond: number
  seconds: number
  /** No more requests are in flight than this. */
  maxAtOnce: number
}

/** `held` were never sent, `shed` are 503 with Retry-After, `others` are unexpected. */
export type StormSeen = {
  sent: number
  held: number
  accepted: number
  shed: number
  /** Counts by status and code. */
  others: Record<string, number>
  shedMs: number[]
  acceptedMs: number[]
}

/** Sends sign-ins from a thread of its own. */
export async function storm(plan: StormPlan): Promise<StormSeen> {
  const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
  const file = fileURLToPath(new URL(`./storm-sender${extension}`, import.meta.url))
  const [seen] = await once(new Worker(file, { workerData: plan }), 'message')
  return seen
}
