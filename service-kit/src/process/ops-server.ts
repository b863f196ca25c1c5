import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Registry } from 'prom-client'
import { joinAddress, splitAddress } from '../grpc/addresses.ts'
import { type Metric, registryOf } from '../metrics/metric.ts'
import { processMetrics } from '../metrics/process-metrics.ts'

/** What has to be there before a process takes traffic, by name. */
export type ReadyChecks = Record<string, () => Promise<boolean> | boolean>

export type OpsServer = {
  port: number
  /** `host:port`. */
  address: string
  /** From now on not ready, so that no new traffic is sent here. */
  markDraining(): void
  close(): Promise<void>
}

const slowestCheckMs = 1000

type OpsOptions = {
  /** `host:port`; not for the public. */
  listen: string
  checks: ReadyChecks
  /** What this service counts beyond what every process does. */
  metrics?: readonly Metric[]
}

/**
 * Answers GET /health/live (this process runs), GET /health/ready (200 `{"status":"ready"}`, or 503 with the names
 * of the checks in `waiting_for`) and GET /metrics (docs/metrics.md) over plain HTTP, for the kubelet, the supervisor and
 * Prometheus.
 */
export async function openOpsServer({ listen, checks, metrics = [] }: OpsOptions): Promise<OpsServer> {
  const { host, port } = splitAddress(listen)
  let draining = false
  const registry = Registry.merge([processMetrics(), registryOf(metrics)])

  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return answer(response, 405, { status: 'method not allowed' })
    if (request.url === '/metrics') return answerMetrics(response, registry)
    if (request.url === '/health/live') return answer(response, 200, { status: 'live' })
    if (request.url !== '/health/ready') return answer(response, 404, { status: 'not found' })
    const waitingFor = draining ? ['drain'] : await failing(checks)
    if (waitingFor.length > 0) return answer(response, 503, { status: 'unready', waiting_for: waitingFor })
    return answer(response, 200, { status: 'ready' })
  })
  server.listen(port, host)
  await once(server, 'listening')
  // A TCP server that listens has an address of this form.
  const bound = server.address() as AddressInfo

  return {
    port: bound.port,
    address: joinAddress(host, bound.port),
    markDraining() {
      draining = true
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function failing(checks: ReadyChecks): Promise<string[]> {
  const answers = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => ((await passes(check)) ? null : name)),
  )
  return answers.filter((name) => name !== null)
}

async function passes(check: () => Promise<boolean> | boolean): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const slowReader = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, slowestCheckMs, false)
  })
  try {
    return await Promise.race([check(), slowReader])
  } catch {
    // What a check throws is only another way to say "not ready".
    return false
  } finally {
    clearTimeout(timer)
  }
}

async function answerMetrics(response: ServerResponse, registry: Registry): Promise<void> {
  const text = await registry.metrics()
  response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' })
  response.end(text)
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}
