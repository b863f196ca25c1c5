import { collectDefaultMetrics, type Registry } from 'prom-client'
import { eventLoopMetrics, watchEventLoop } from './event-loop.ts'
import { registryOf } from './metric.ts'

let registry: Registry | null = null

/**
 * All services of the process share them. Collected from the first call on, which is the first scrape: the timers cost
 * 1 % of a core.
 */
export function processMetrics(): Registry {
  registry ??= watchProcess()
  return registry
}

function watchProcess(): Registry {
  const register = registryOf(eventLoopMetrics)
  collectDefaultMetrics({ register })
  watchEventLoop()
  return register
}
