import { collectDefaultMetrics, type Registry } from 'prom-client'
import { eventLoopMetrics, watchEventLoop } from './event-loop.ts'
import { registryOf } from './metric.ts'

let registry: Registry | null = null

/** The metrics of this process, which all services in it share. They are collected from the first call on. */
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
