import type { IncomingMessage, ServerResponse } from 'node:http'
import { maxAcceptLanguageLength, maxUserAgentLength } from '@gatehouse/proto/field-bounds'
import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { LimitState } from '@gatehouse/service-kit/errors/limit-state'
import type { CallOptions } from '@gatehouse/service-kit/grpc/connect'
import { requestIdOf } from '@gatehouse/service-kit/ids/request-id'
import { readAuditReason } from './audit-reason.ts'
import { clientAddress, type TrustedProxies } from './client-address.ts'
import { readClientLocation } from './client-location.ts'
import { dropLongHeaders } from './drop-long-headers.ts'

const noParams: Record<string, string> = {}
const noHeaders: readonly string[] = []

export type RequestContext = {
  req: IncomingMessage
  res: ServerResponse
  requestId: string
  startedAt: number
  /** `''` or `/v1`. */
  prefix: string
  /** Path parameters, not validated. */
  params: Record<string, string>
  /** The limit with the least left, for the X-RateLimit headers. */
  rateLimit: LimitState | null
  readonly address: string
  readonly isFromTrustedProxy: boolean
  readonly client: Client
  /** Aborts if the client disconnects before the response. */
  readonly signal: AbortSignal
  /** Of a sign-in: ends with all that its calls created, if the response is not delivered. */
  attemptId: string | undefined
  /** Names and values of headers that an error response has too. */
  errorHeaders: readonly string[]
  /** Called if the response is not delivered. */
  undo: ((options: CallOptions) => Promise<unknown>) | null
}

/** Getters compute what most routes do not need. They are faster in a class than in an object literal. */
export class HttpRequestContext implements RequestContext {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly requestId: string
  readonly startedAt = performance.now()
  prefix = ''
  params: Record<string, string> = noParams
  rateLimit: LimitState | null = null
  attemptId: string | undefined = undefined
  undo: RequestContext['undo'] = null
  errorHeaders = noHeaders
  readonly #isTrusted: TrustedProxies
  #address: string | null = null
  #signal: AbortSignal | null = null

  constructor(req: IncomingMessage, res: ServerResponse, isTrusted: TrustedProxies) {
    this.req = req
    this.res = res
    dropLongHeaders(req.headers)
    this.requestId = requestIdOf(req.headers['x-request-id'])
    this.#isTrusted = isTrusted
  }

  get address(): string {
    this.#address ??= clientAddress(
      this.req.socket.remoteAddress,
      oneText(this.req.headers['x-forwarded-for']),
      this.#isTrusted,
    )
    return this.#address
  }

  get isFromTrustedProxy(): boolean {
    const { remoteAddress } = this.req.socket
    return remoteAddress !== undefined && this.#isTrusted(remoteAddress)
  }

  get client(): Client {
    const { headers } = this.req
    return {
      address: this.address,
      userAgent: (headers['user-agent'] ?? '').slice(0, maxUserAgentLength),
      location: readClientLocation(headers['x-client-location']),
      acceptLanguage: headers['accept-language']?.slice(0, maxAcceptLanguageLength),
      auditReason: readAuditReason(headers['x-audit-log-reason']),
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

/** Node joins repeated headers of most names itself; the type does not say so. */
function oneText(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.join(',')
}
