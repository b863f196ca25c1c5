import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

export type StormPlan = {
  url: string
  bodies: string[]
  addresses: string[]
  perSecond: number
  seconds: number
  /** More on their way than this are not sent, so that the storm itself stays bounded. */
  maxAtOnce: number
}

/** What a storm saw until it ended; `held` were never sent, `shed` are 503 with Retry-After, `others` is everything unexpected. */
export type StormSeen = {
  sent: number
  held: number
  accepted: number
  shed: number
  /** How many of each, by status and code. */
  others: Record<string, number>
  shedMs: number[]
  acceptedMs: number[]
}

/** A storm of sign-ins, sent from a thread of its own. */
export async function storm(plan: StormPlan): Promise<StormSeen> {
  const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
  const file = fileURLToPath(new URL(`./storm-sender${extension}`, import.meta.url))
  const [seen] = await once(new Worker(file, { workerData: plan }), 'message')
  return seen
}
