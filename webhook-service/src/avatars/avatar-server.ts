import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { TLSSocket } from 'node:tls'
import { joinAddress, splitAddress } from '@gatehouse/service-kit/net/addresses'
import type { Logger } from '@gatehouse/service-kit/process/log'
import { callerIdentity } from '@gatehouse/service-kit/tls/authorize-callers'
import type { Tls } from '@gatehouse/service-kit/tls/tls-files'
import { avatarResponse } from './avatar-response.ts'
import type { AvatarStore } from './avatar-store.ts'

const maxConnections = 256
/** A connection without progress for this long is closed, so that a slow reader occupies none. */
const idleTimeoutMs = 10_000

type Options = { listen: string; tls: Tls | null; avatars: Pick<AvatarStore, 'find'>; log: Logger }

/** HTTP for the gateway: under mutual TLS every other caller is rejected. */
export async function openAvatarServer({ listen, tls, avatars, log }: Options) {
  const handle = (req: IncomingMessage, res: ServerResponse) =>
    void respond(req, res).catch((error: unknown) => {
      log.warn({ err: error }, 'avatar not served')
      res.writeHead(503).end()
    })

  async function respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
    req.resume()
    if (tls && !isGateway(req)) return void res.writeHead(403).end()
    const { method = '', url = '', headers } = req
    const { status, headers: sent, body } = await avatarResponse(avatars, { method, url, headers })
    res.writeHead(status, { ...sent, ...(status !== 304 && { 'content-length': body?.length ?? 0 }) })
    res.end(method === 'HEAD' ? undefined : body)
  }

  const { server, stopWatching } = serverOf(tls, handle)
  server.maxConnections = maxConnections
  server.setTimeout(idleTimeoutMs)
  const { host, port } = splitAddress(listen)
  server.listen(port, host)
  await once(server, 'listening')
  // A listening TCP server has an address of this type.
  const bound = server.address() as AddressInfo

  return {
    address: joinAddress(host, bound.port),
    async close(): Promise<void> {
      stopWatching()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

type Handler = (req: IncomingMessage, res: ServerResponse) => void

function serverOf(tls: Tls | null, handle: Handler): { server: Server; stopWatching: () => void } {
  if (!tls) return { server: createServer(handle), stopWatching: () => {} }
  const files = () => ({ cert: tls.cert, key: tls.key, ca: tls.ca, minVersion: 'TLSv1.2' as const })
  const server = createTlsServer({ ...files(), requestCert: true, rejectUnauthorized: true }, handle)
  const stopWatching = tls.onChange?.(() => server.setSecureContext(files())) ?? (() => {})
  return { server, stopWatching }
}

function isGateway({ socket }: IncomingMessage): boolean {
  return socket instanceof TLSSocket && callerIdentity(socket.getPeerCertificate()) === 'gateway'
}
