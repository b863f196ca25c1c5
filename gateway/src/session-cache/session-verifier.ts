import { hash } from 'node:crypto'
import type { RevokedSessions, Session, VerifyResult } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { isErrorCode } from '@gatehouse/service-kit/errors/known-codes'
import { ServiceError, unavailable } from '@gatehouse/service-kit/errors/service-error'
import { type Asked, askedOver, type SessionCache } from './session-cache.ts'
import type { VerifyLink } from './verify-link.ts'
import { openVerifyLinks, type VerifyLinkOptions } from './verify-links.ts'

export type SessionVerifier = ReturnType<typeof openSessionVerifier>

type Options = VerifyLinkOptions & {
  /** How long one verification may take before it fails with UPSTREAM_TIMEOUT. */
  deadlineMs: number
  kept: SessionCache
}

type Item = {
  correlationId: number
  token: string
  requestId: string
  expiresAt: number
  link: VerifyLink | null
  asked: Asked | null
  wasRetried: boolean
  resolve(session: Session): void
  reject(error: ServiceError): void
}

// Longer than any token; what a client sends beyond it need not travel.
const maxTokenLength = 256
const maxPending = 16_384
const expireEveryMs = 25
const sweepEveryMs = 10_000

/**
 * Tells whose session a token is: from the sessions this process keeps, else from session-service, over one open stream to
 * each of its replicas (contract.md 9, "Verification"). What is asked in one event-loop turn goes out as one message. A
 * verification fails with UNAUTHORIZED, SERVICE_UNAVAILABLE when nobody can answer, or UPSTREAM_TIMEOUT; it is repeated once
 * when its stream breaks, since asking changes nothing.
 */
export function openSessionVerifier({ deadlineMs, kept, ...options }: Options) {
  // In order of expiry, since all items wait equally long: the oldest is always first.
  const pending = new Map<number, Item>()
  let unsent: Item[] = []
  let sending: NodeJS.Immediate | undefined
  let lastId = 0
  const links = openVerifyLinks({ ...options, graceMs: deadlineMs, onResults, onRevoked, onChange })
  const expiring = setInterval(expire, expireEveryMs).unref()
  const sweeping = setInterval(kept.sweep, sweepEveryMs).unref()

  function verify(token: string, requestId: string): Promise<Session> {
    if (token.length > maxTokenLength) return Promise.reject(new ServiceError('UNAUTHORIZED'))
    const session = kept.find(idHashOf(token))
    return session ? Promise.resolve(session) : verifyAnew(token, requestId)
  }

  function verifyAnew(token: string, requestId: string): Promise<Session> {
    if (token.length > maxTokenLength) return Promise.reject(new ServiceError('UNAUTHORIZED'))
    if (pending.size >= maxPending) return Promise.reject(unavailable())
    return new Promise((resolve, reject) => {
      const correlationId = nextId()
      const expiresAt = performance.now() + deadlineMs
      const state = { expiresAt, link: null, asked: null, wasRetried: false }
      const item = { correlationId, token, requestId, ...state, resolve, reject }
      pending.set(correlationId, item)
      unsent.push(item)
      sending ??= setImmediate(send)
    })
  }

  function send(): void {
    sending = undefined
    const items = unsent.filter(isPending)
    unsent = []
    const link = links.next()
    if (link) sendOver(link, items)
    else if (links.areOpening()) unsent = items
    else for (const item of items) fail(item, unavailable())
  }

  function sendOver(link: VerifyLink, items: Item[]): void {
    if (items.length === 0) return
    const now = performance.now()
    const asked = askedOver(link.freshness)
    for (const item of items) Object.assign(item, { link, asked })
    link.send(
      items.map(({ correlationId, token, requestId, expiresAt }) => {
        const remainingMs = Math.max(1, Math.ceil(expiresAt - now))
        return { correlationId, token, requestId, traceparent: '', deadlineMs: remainingMs }
      }),
    )
  }

  function onResults(results: VerifyResult[]): void {
    for (const { correlationId, outcome } of results) {
      const item = pending.get(correlationId)
      if (!item) continue
      if (outcome?.$case === 'session') {
        pending.delete(correlationId)
        if (item.asked) kept.keep(outcome.value, item.asked)
        item.resolve(outcome.value)
      } else fail(item, refusal(outcome?.value))
    }
  }

  function onRevoked(revoked: RevokedSessions[]): void {
    for (const { idHashes } of revoked) kept.end(idHashes)
  }

  function onChange(): void {
    for (const item of pending.values()) {
      if (item.link && item.link.state !== 'live') retry(item)
    }
    sending ??= setImmediate(send)
  }

  function retry(item: Item): void {
    item.link = null
    if (item.wasRetried) {
      fail(item, unavailable())
    } else {
      item.wasRetried = true
      unsent.push(item)
    }
  }

  function expire(): void {
    const now = performance.now()
    for (const item of pending.values()) {
      if (item.expiresAt > now) return
      fail(item, new ServiceError('UPSTREAM_TIMEOUT'))
    }
  }

  function fail(item: Item, error: ServiceError): void {
    pending.delete(item.correlationId)
    item.reject(error)
  }

  function nextId(): number {
    lastId = (lastId + 1) >>> 0
    return lastId
  }

  const isPending = (item: Item) => pending.get(item.correlationId) === item

  return {
    /** Whose session a token is, as it was at most ten seconds ago; the proof of a step-up is not among it. */
    verify,
    /** Whose session a token is now, with its proof. */
    verifyAnew,
    /** Verifies anew what was kept of a token, or of an account: what a caller changed shows in their next request here. */
    forgetToken: (token: string) => kept.end([idHashOf(token)]),
    forgetAccount: kept.endAccount,
    /** Whether any session-service was heard lately. */
    isReady: () => links.areReady(),
    /** Ends the streams; what still waits fails with SERVICE_UNAVAILABLE. */
    close(): void {
      clearInterval(expiring)
      clearInterval(sweeping)
      clearImmediate(sending)
      sending = undefined
      for (const item of pending.values()) fail(item, unavailable())
      links.close()
    },
  }
}

function refusal(code: string | undefined): ServiceError {
  if (code === 'SERVICE_UNAVAILABLE') return unavailable()
  return new ServiceError(code !== undefined && isErrorCode(code) ? code : 'INTERNAL_SERVER_ERROR')
}

/** Under what a session is known: base64url SHA-256 of its token (contract.md 2). */
function idHashOf(token: string): string {
  return hash('sha256', token, 'base64url')
}
