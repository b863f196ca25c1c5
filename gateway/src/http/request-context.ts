import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { RateLimitState } from '@gatehouse/proto/gen/common/v1/rate_limit'
import { clientAddress, type TrustedProxies } from './client-address.ts'
import { readClientLocation } from './client-location.ts'
import { requestIdOf } from './request-id.ts'

const maxUserAgentLength = 512
const noParams: Record<string, string> = {}

/** One request on its way through the gateway. */
export type RequestContext = {
  req: IncomingMessage
  res: ServerResponse
  requestId: string
  startedAt: number
  /** `''` or `/v1`, wherever the route was found. */
  prefix: string
  /** Path parameters as sent. */
  params: Record<string, string>
  /** The tightest limit so far, for the X-RateLimit headers. */
  rateLimit: RateLimitState | null
  /** The address of the client. */
  readonly address: string
  /** Who asks, as services are told. */
  readonly client: Client
  /** Aborts when the client goes away before its answer. */
  readonly signal: AbortSignal
}

/** Describes a request. What most routes do not need is worked out when first asked for. */
export function createRequestContext(
  req: IncomingMessage,
  res: ServerResponse,
  isTrusted: TrustedProxies,
): RequestContext {
  return new HttpRequestContext(req, res, isTrusted)
}

/** A class for its getters: in a literal they cost every request more than what they save. */
class HttpRequestContext implements RequestContext {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly requestId: string
  readonly startedAt = performance.now()
  prefix = ''
  params: Record<string, string> = noParams
  rateLimit: RateLimitState | null = null
  readonly #isTrusted: TrustedProxies
  #address: string | null = null
  #signal: AbortSignal | null = null

  constructor(req: IncomingMessage, res: ServerResponse, isTrusted: TrustedProxies) {
    this.req = req
    this.res = res
    this.requestId = requestIdOf(req.headers['x-request-id'])
    this.#isTrusted = isTrusted
  }

  get address(): string {
    // Several headers reach us joined by commas, in order.
    const forwardedFor = oneText(this.req.headers['x-forwarded-for'])
    this.#address ??= clientAddress(this.req.socket.remoteAddress, forwardedFor, this.#isTrusted)
    return this.#address
  }

  get client(): Client {
    const { headers } = this.req
    return {
      address: this.address,
      userAgent: (headers['user-agent'] ?? '').slice(0, maxUserAgentLength),
      location: readClientLocation(headers['x-client-location']),
    }
  }

  get signal(): AbortSignal {
    this.#signal ??= abortOnClose(this.res)
    return this.#signal
  }
}

function abortOnClose(res: ServerResponse): AbortSignal {
  const controller = new AbortController()
  if (res.destroyed) controller.abort()
  else res.once('close', () => res.writableFinished || controller.abort())
  return controller.signal
}

function oneText(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.join(',')
}
