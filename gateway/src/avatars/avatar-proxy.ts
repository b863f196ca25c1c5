import { Agent as HttpAgent, type IncomingMessage, type ServerResponse } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { ServiceError, unavailable } from '@gatehouse/service-kit/errors/service-error'
import type { Tls } from '@gatehouse/service-kit/process/tls'
import { createProxyMiddleware } from 'http-proxy-middleware'

type Options = {
  address: string
  tls: Tls | null
  /** For a client to receive an image. */
  writeTimeoutMs: number
}

type Avatar = { path: string; headers: readonly string[] }

type Exchange = Avatar & { done(): void; fail(error: ServiceError): void }

export type AvatarProxy = ReturnType<typeof avatarProxy>

const answerTimeoutMs = 5000
const maxSockets = 64
const sentHeaders = ['if-none-match', 'if-range', 'range'] as const
const returnedHeaders = [
  'accept-ranges',
  'cache-control',
  'content-length',
  'content-range',
  'content-type',
  'etag',
]
const returnedStatuses: ReadonlySet<number> = new Set([200, 206, 304, 416])

/** Streams avatars of webhook-service. The path and the request headers are built here, so nothing else can be reached or sent. */
export function avatarProxy({ address, tls, writeTimeoutMs }: Options) {
  const exchanges = new WeakMap<IncomingMessage, Exchange>()
  const { agent, stopWatching } = agentOf(tls)
  const proxy = createProxyMiddleware<IncomingMessage, ServerResponse>({
    target: `${tls ? 'https' : 'http'}://${address}`,
    agent,
    changeOrigin: true,
    selfHandleResponse: true,
    proxyTimeout: answerTimeoutMs,
    on: {
      proxyRes: (answer, req, res) => void returnAnswer(answer, res, exchanges.get(req)),
      error: (error, req) => exchanges.get(req)?.fail(unavailable(error)),
    },
  })

  async function returnAnswer(
    answer: IncomingMessage,
    res: ServerResponse,
    exchange?: Exchange,
  ): Promise<void> {
    const status = answer.statusCode ?? 0
    if (!exchange || !returnedStatuses.has(status)) {
      answer.resume()
      return exchange?.fail(status === 404 ? new ServiceError('NOT_FOUND') : unavailable())
    }
    const headers = returnedHeaders.flatMap((name) => {
      const value = answer.headers[name]
      return typeof value === 'string' ? [name, value] : []
    })
    const timer = setTimeout(() => res.destroy(), writeTimeoutMs)
    res.writeHead(status, [...exchange.headers, ...headers])
    // A client that disconnects or is too slow also ends the request to webhook-service.
    await pipeline(answer, res).catch(() => {})
    clearTimeout(timer)
    exchange.done()
  }

  return {
    /** Resolves after the response; rejects if none was begun. Its body must have been read. */
    async stream(req: IncomingMessage, res: ServerResponse, avatar: Avatar): Promise<void> {
      const { headers, url } = req
      const kept = sentHeaders.flatMap((name) => {
        const value = headers[name]
        return value === undefined ? [] : [[name, value] as const]
      })
      try {
        await new Promise<void>((resolve, reject) => {
          exchanges.set(req, { ...avatar, done: resolve, fail: reject })
          req.url = avatar.path
          req.headers = Object.fromEntries(kept)
          void proxy(req, res, reject)
        })
      } finally {
        Object.assign(req, { headers, url })
      }
    },

    close(): void {
      stopWatching()
      agent.destroy()
    },
  }
}

function agentOf(tls: Tls | null) {
  if (!tls) return { agent: new HttpAgent({ keepAlive: true, maxSockets }), stopWatching: () => {} }
  const files = () => ({ cert: tls.cert, key: tls.key, ca: tls.ca })
  const agent = new HttpsAgent({ ...files(), keepAlive: true, maxSockets })
  // New connections use the changed files.
  const stopWatching = tls.onChange?.(() => Object.assign(agent.options, files())) ?? (() => {})
  return { agent, stopWatching }
}
