import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Registry } from 'prom-client'
import { type Metric, registryOf } from '../metrics/metric.ts'
import { processMetrics } from '../metrics/process-metrics.ts'
import { joinAddress, splitAddress } from '../net/addresses.ts'
import { readinessMetric, upstreamMetric } from './readiness-metric.ts'
import { failing, type ReadyChecks } from './ready-checks.ts'

export type OpsServer = {
  port: number
  address: string
  /** Makes the process unready, so that it receives no new traffic. */
  markDraining(): void
  close(): Promise<void>
}

type OpsOptions = {
  listen: string
  checks: ReadyChecks
  /** The response names unavailable ones, but the process is ready without them: what needs none of these still works. */
  upstreams?: ReadyChecks
  metrics?: readonly Metric[]
}

/** Plain HTTP for the kubelet, the dev stack and Prometheus. */
export async function openOpsServer({
  listen,
  checks,
  upstreams = {},
  metrics = [],
}: OpsOptions): Promise<OpsServer> {
  const { host, port } = splitAddress(listen)
  let draining = false
  const allChecks = { ...checks, drain: () => !draining }
  const registry = registryOf([readinessMetric(allChecks), upstreamMetric(upstreams), ...metrics])

  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return answer(response, 405, { status: 'method not allowed' })
    if (request.url === '/metrics') return answerMetrics(response, registry)
    if (request.url === '/health/live') return answer(response, 200, { status: 'live' })
    if (request.url !== '/health/ready') return answer(response, 404, { status: 'not found' })
    const waitingFor = draining ? ['drain'] : await failing(checks)
    if (waitingFor.length > 0) return answer(response, 503, { status: 'unready', waiting_for: waitingFor })
    const unavailable = await failing(upstreams)
    return answer(response, 200, { status: 'ready', ...(unavailable.length > 0 && { unavailable }) })
  })
  server.listen(port, host)
  await once(server, 'listening')
  // A listening TCP server has an address of this type.
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

async function answerMetrics(response: ServerResponse, own: Registry): Promise<void> {
  const registry = Registry.merge([await processMetrics(), own])
  const text = await registry.metrics()
  response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' })
  response.end(text)
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}
