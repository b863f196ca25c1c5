import { hash } from 'node:crypto'
import type { RevokedSessions, Session, VerifyResult } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { isErrorCode } from '@gatehouse/service-kit/errors/known-codes'
import { ServiceError, unavailable } from '@gatehouse/service-kit/errors/service-error'
import { originOf, type SessionCache, type VerificationOrigin } from './session-cache.ts'
import type { VerifyLink } from './verify-link.ts'
import { openVerifyLinks, type VerifyLinkOptions } from './verify-links.ts'

export type SessionVerifier = ReturnType<typeof openSessionVerifier>

type Options = VerifyLinkOptions & {
  /** How long one verification may take before it fails with UPSTREAM_TIMEOUT. */
  deadlineMs: number
  cache: SessionCache
}

type Item = {
  correlationId: number
  token: string
  requestId: string
  expiresAt: number
  link: VerifyLink | null
  origin: VerificationOrigin | null
  wasRetried: boolean
  resolve(session: Session): void
  reject(error: ServiceError): void
}

// Longer than any token.
const maxTokenLength = 256
const maxPending = 16_384
const expireEveryMs = 25
const cleanupEveryMs = 10_000

/**
 * Returns the session of a token, from the cache or from session-service, over one stream to each of its replicas. Tokens of one
 * event-loop turn are sent in one message. Throws UNAUTHORIZED, SERVICE_UNAVAILABLE when no replica is connected, or
 * UPSTREAM_TIMEOUT. A verification is sent once more when its stream breaks, since it changes nothing.
 */
export function openSessionVerifier({ deadlineMs, cache, ...options }: Options) {
  // In order of expiry, since all items have the same deadline.
  const pending = new Map<number, Item>()
  let unsent: Item[] = []
  let sending: NodeJS.Immediate | undefined
  let lastId = 0
  const links = openVerifyLinks({ ...options, graceMs: deadlineMs, onResults, onRevoked, onChange })
  const expiring = setInterval(expire, expireEveryMs).unref()
  const cleanup = setInterval(cache.removeUnusable, cleanupEveryMs).unref()

  function verify(token: string, requestId: string): Promise<Session> {
    if (token.length > maxTokenLength) return Promise.reject(new ServiceError('UNAUTHORIZED'))
    const session = cache.find(idHashOf(token))
    return session ? Promise.resolve(session) : verifyUncached(token, requestId)
  }

  function verifyUncached(token: string, requestId: string): Promise<Session> {
    if (token.length > maxTokenLength) return Promise.reject(new ServiceError('UNAUTHORIZED'))
    if (pending.size >= maxPending) return Promise.reject(unavailable())
    return new Promise((resolve, reject) => {
      const correlationId = nextId()
      const expiresAt = performance.now() + deadlineMs
      const state = { expiresAt, link: null, origin: null, wasRetried: false }
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
    const origin = originOf(link.freshness)
    for (const item of items) Object.assign(item, { link, origin })
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
        if (item.origin) cache.add(outcome.value, item.origin)
        item.resolve(outcome.value)
      } else fail(item, errorOf(outcome?.value))
    }
  }

  function onRevoked(revoked: RevokedSessions[]): void {
    for (const { idHashes } of revoked) cache.evict(idHashes)
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
    /** The session may come from the cache, without its step-up proof. */
    verify,
    /** The session as session-service has it now, with its step-up proof. */
    verifyUncached,
    evictToken: (token: string) => cache.evict([idHashOf(token)]),
    evictAccount: cache.evictAccount,
    /** Whether a session-service is connected. */
    isReady: () => links.areReady(),
    /** Pending verifications fail with SERVICE_UNAVAILABLE. */
    close(): void {
      clearInterval(expiring)
      clearInterval(cleanup)
      clearImmediate(sending)
      sending = undefined
      for (const item of pending.values()) fail(item, unavailable())
      links.close()
    },
  }
}

function errorOf(code: string | undefined): ServiceError {
  if (code === 'SERVICE_UNAVAILABLE') return unavailable()
  return new ServiceError(code !== undefined && isErrorCode(code) ? code : 'INTERNAL_SERVER_ERROR')
}

function idHashOf(token: string): string {
  return hash('sha256', token, 'base64url')
}
