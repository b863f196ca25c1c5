import { Agent as HttpAgent, type IncomingMessage, type ServerResponse } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { avatarBounds } from '@gatehouse/proto/avatars'
import { ServiceError, unavailable } from '@gatehouse/service-kit/errors/service-error'
import type { Tls } from '@gatehouse/service-kit/tls/tls-files'
import { createProxyMiddleware } from 'http-proxy-middleware'

type Options = {
  /** One, or several replicas separated by commas. */
  address: string
  tls: Tls | null
  /** Connections to webhook-service. */
  maxSockets?: number
  /** Of an image. */
  maxBytes?: number
}

type Avatar = { path: string; headers: readonly string[] }

type Exchange = Avatar & { target: string; done(): void; fail(error: ServiceError): void }

export type AvatarProxy = ReturnType<typeof avatarProxy>

const answerTimeoutMs = 5000
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

/**
 * Streams avatars of webhook-service. The path and the request headers are built here, so nothing else can be reached or sent.
 * An image is written without waiting for its client: clients that read slowly must not occupy the connections to webhook-service.
 * The limits of unread bytes of the gateway apply to it.
 */
export function avatarProxy({ address, tls, maxSockets = 64, maxBytes = avatarBounds.maxBytes }: Options) {
  const exchanges = new WeakMap<IncomingMessage, Exchange>()
  const { agent, stopWatching } = agentOf(tls, maxSockets)
  const targets = address.split(',').map((one) => `${tls ? 'https' : 'http'}://${one}`)
  let current = 0
  const proxy = createProxyMiddleware<IncomingMessage, ServerResponse>({
    router: (req) => exchanges.get(req)?.target,
    agent,
    changeOrigin: true,
    selfHandleResponse: true,
    proxyTimeout: answerTimeoutMs,
    on: {
      proxyRes: (response, req, res) => void returnAnswer(response, res, exchanges.get(req)),
      error: (error, req) => exchanges.get(req)?.fail(unavailable(error)),
    },
  })

  async function returnAnswer(
    response: IncomingMessage,
    res: ServerResponse,
    exchange?: Exchange,
  ): Promise<void> {
    const status = response.statusCode ?? 0
    // A 304 has no body, and no length of one (RFC 9110, section 8.6).
    const isBounded = status === 304 || Number(response.headers['content-length']) <= maxBytes
    const isImage = returnedStatuses.has(status) && isBounded
    if (!exchange || !isImage) {
      response.resume()
      return exchange?.fail(
        status === 404
          ? new ServiceError('NOT_FOUND')
          : unavailable(`the answer with status ${status} is no image`),
      )
    }
    const headers = returnedHeaders.flatMap((name) => {
      const value = response.headers[name]
      return typeof value === 'string' ? [name, value] : []
    })
    res.writeHead(status, [...exchange.headers, ...headers])
    try {
      for await (const chunk of response) res.write(chunk)
      res.end()
    } catch {
      // The client must not take a part for the image.
      res.destroy()
    }
    exchange.done()
  }

  /** Starts with the current replica. After a failed connection the next one is current; it is asked too if the connection was refused. */
  async function forward(
    req: IncomingMessage,
    res: ServerResponse,
    avatar: Avatar,
    others = targets.length - 1,
  ): Promise<void> {
    const target = targets[current] ?? ''
    try {
      await new Promise<void>((resolve, reject) => {
        exchanges.set(req, { ...avatar, target, done: resolve, fail: reject })
        void proxy(req, res, reject)
      })
    } catch (error) {
      const cause = error instanceof ServiceError ? error.cause : undefined
      if (cause instanceof Error && target === targets[current]) current = (current + 1) % targets.length
      if (!isRejected(cause) || others === 0) throw error
      return forward(req, res, avatar, others - 1)
    }
  }

  return {
    /** Resolves when the response was written; rejects if none was begun. The body of the request must have been read. */
    async stream(req: IncomingMessage, res: ServerResponse, avatar: Avatar): Promise<void> {
      const { headers, url } = req
      const kept = sentHeaders.flatMap((name) => {
        const value = headers[name]
        return value === undefined ? [] : [[name, value] as const]
      })
      try {
        req.url = avatar.path
        req.headers = Object.fromEntries(kept)
        await forward(req, res, avatar)
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

/** Nothing listens there. */
function isRejected(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED'
}

function agentOf(tls: Tls | null, maxSockets: number) {
  if (!tls) return { agent: new HttpAgent({ keepAlive: true, maxSockets }), stopWatching: () => {} }
  const files = () => ({ cert: tls.cert, key: tls.key, ca: tls.ca })
  const agent = new HttpsAgent({ ...files(), keepAlive: true, maxSockets })
  // New connections use the changed files.
  const stopWatching = tls.onChange?.(() => Object.assign(agent.options, files())) ?? (() => {})
  return { agent, stopWatching }
}
