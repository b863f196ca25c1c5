import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { splitAddress } from '../grpc/listen-address.ts'

type Checks = Record<string, () => Promise<boolean> | boolean>

export type OpsServer = {
  port: number
  address: string
  /** From now on `/health/ready` answers 503, so that no new work is sent here. */
  markDraining(): void
  close(): Promise<void>
}

/** Answers `GET /health/live` and `GET /health/ready` over plain HTTP, for kubelet and supervisor. */
export async function openOpsServer({
  listen,
  checks,
}: {
  listen: string
  checks: Checks
}): Promise<OpsServer> {
  let isDraining = false
  const server = createServer(async (request, response) => {
    if (request.url === '/health/live') return answer(response, 200, { status: 'live' })
    if (request.url !== '/health/ready') return answer(response, 404, { status: 'unknown' })
    const waitingFor = isDraining ? ['draining'] : await failing(checks)
    if (waitingFor.length === 0) return answer(response, 200, { status: 'ready' })
    return answer(response, 503, { status: 'unready', waiting_for: waitingFor })
  })
  const { host, port: wanted } = splitAddress(listen)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(wanted, host, resolve)
  })
  // A server that listens on TCP has an AddressInfo.
  const { port } = server.address() as AddressInfo

  return {
    port,
    address: `${host.includes(':') ? `[${host}]` : host}:${port}`,
    markDraining() {
      isDraining = true
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

async function failing(checks: Checks): Promise<string[]> {
  const outcomes = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => ({ name, isFine: await holds(check) })),
  )
  return outcomes.filter(({ isFine }) => !isFine).map(({ name }) => name)
}

async function holds(check: Checks[string]): Promise<boolean> {
  try {
    return await check()
  } catch {
    // A check that fails says no more than one that answers false.
    return false
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}
