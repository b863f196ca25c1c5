import { setTimeout } from 'node:timers/promises'
import { collectDefaultMetrics, type Registry } from 'prom-client'
import { eventLoopMetrics, watchEventLoop } from './event-loop.ts'
import { registryOf } from './metric.ts'

let registry: Promise<Registry> | null = null

/** Without samples the event loop lag would be reported as invalid numbers; the default metrics take one each 10 ms. */
const firstSamplesMs = 50

/**
 * All services of the process share them. Collected from the first call on, which is the first scrape: the timers cost
 * 1 % of a core.
 */
export function processMetrics(): Promise<Registry> {
  registry ??= watchProcess()
  return registry
}

async function watchProcess(): Promise<Registry> {
  const register = registryOf(eventLoopMetrics)
  collectDefaultMetrics({ register })
  watchEventLoop()
  await setTimeout(firstSamplesMs)
  return register
}
