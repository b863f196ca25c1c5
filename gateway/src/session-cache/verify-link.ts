import {
  type RevokedSessions,
  SessionsService,
  type VerifyItem,
  type VerifyResult,
  type VerifyStreamResponse,
} from '@gatehouse/proto/gen/sessions/v1/sessions'
import { connect } from '@gatehouse/service-kit/grpc/connect'
import type { Tls } from '@gatehouse/service-kit/grpc/tls'
import type { Logger } from '@gatehouse/service-kit/process/log'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { type Instant, instantNow, msSince } from '@gatehouse/service-kit/time/instant'
import type { StreamFreshness } from './session-cache.ts'

export type VerifyLink = ReturnType<typeof openVerifyLink>

/**
 * `opening`: the first attempt, at the start or after a steady stream ended; its outcome is known soon. `live`: a response was
 * received. `down`: attempts go on in the background.
 */
type LinkState = 'opening' | 'live' | 'down' | 'closed'

type Connection = {
  address: string
  /** The name that the certificate of the other end must have; null for the address itself. */
  serverName: string | null
  tls: Tls | null
  clock: Clock
  pingMs: number
}

type LinkOptions = Connection & {
  log: Logger
  onResults(results: VerifyResult[]): void
  /** Called with revoked sessions, before the results of the same message. */
  onRevoked(revoked: RevokedSessions[]): void
  /** Called when the state changes. Items that were sent before the link ceased to be live may never be answered. */
  onChange(): void
  /** Called when a live stream was lost. */
  onLost(): void
}

type StreamOptions = Connection & {
  onResponse(response: VerifyStreamResponse): void
  /** Called once, when the stream ended or is silent; not after `close`. */
  onLost(reason: string): void
}

const firstPauseMs = 50
const maxPauseMs = 1000
const maxMissedPings = 4

/** A revocation must take effect within 1 s. The rest of the second is for serving a request. */
const freshForMs = 900

/** Keeps one stream to one session-service. Opens it again at once when it ends, then after growing pauses. */
export function openVerifyLink(options: LinkOptions) {
  const { address, log, pingMs, onResults, onRevoked, onChange } = options
  let state: LinkState = 'opening'
  let pauseMs = firstPauseMs
  let liveSince = 0
  let reopening: NodeJS.Timeout | undefined
  let retiring: { grace: NodeJS.Timeout; onClosed(): void } | undefined
  let stream = open()

  function open() {
    return openVerifyStream({ ...options, onResponse, onLost })
  }

  function onResponse({ results, revoked }: VerifyStreamResponse): void {
    if (state !== 'live') {
      liveSince = performance.now()
      log.info({ address }, 'session verification stream connected')
      setState('live')
    }
    if (revoked.length > 0) onRevoked(revoked)
    if (results.length > 0) onResults(results)
  }

  function onLost(reason: string): void {
    // A stream that ends as soon as it is live is opened again only after a pause.
    const wasSteady = state === 'live' && performance.now() - liveSince >= pingMs
    if (retiring) {
      close()
      return
    }
    if (state === 'live') {
      log.warn({ address, reason }, 'session verification stream lost')
      options.onLost()
    }
    pauseMs = wasSteady ? firstPauseMs : Math.min(pauseMs * 2, maxPauseMs)
    reopening = setTimeout(reopen, wasSteady ? 0 : pauseMs)
    setState(wasSteady ? 'opening' : 'down')
  }

  function reopen(): void {
    stream = open()
  }

  function setState(next: LinkState): void {
    state = next
    onChange()
  }

  function close(): void {
    clearTimeout(reopening)
    clearTimeout(retiring?.grace)
    stream.close()
    retiring?.onClosed()
    setState('closed')
  }

  return {
    get state() {
      return state
    },
    /** Freshness of the current stream. */
    get freshness(): StreamFreshness {
      return stream
    },
    send: (items: VerifyItem[]) => stream.send(items),
    /** Waits up to `graceMs` for results on a live stream, then closes it. Does not open another one. */
    retire(graceMs: number, onClosed: () => void): void {
      log.info({ address }, 'session verification stream draining')
      retiring = { grace: setTimeout(close, graceMs), onClosed }
      if (state !== 'live') close()
    },
    close,
  }
}

/** A stream on its own connection: when the network is cut, an old connection looks open for a long time. */
function openVerifyStream({ address, serverName, tls, clock, pingMs, onResponse, onLost }: StreamOptions) {
  const client = connect(SessionsService, address, { tls, serverName })
  const call = client.verifyStream()
  const pinging = setInterval(ping, pingMs).unref()
  // Counted in pings, not in time: after a stall of this event loop, responses may wait unread in the socket.
  let missedPings = 0
  let isClosed = false
  const pingsSentAt = new Map<number, Instant>()
  let lastPing = 0
  let generation = 0
  /** Every revocation until `deliveredUntilMsAgo` before the ping has been received; null while some may be missed. */
  let fresh: { pingSentAt: Instant; deliveredUntilMsAgo: number } | null = null

  call.on('data', (response: VerifyStreamResponse) => {
    missedPings = 0
    if (isClosed) return
    if (response.revocationsMissed) endGeneration()
    if (response.pong) extendFreshness(response)
    onResponse(response)
  })
  call.on('end', () => lose('ended by session-service'))
  call.on('error', (error: Error) => lose(error.message))
  sendPing()

  function ping(): void {
    if (missedPings >= maxMissedPings) {
      lose('no response to pings')
      return
    }
    missedPings += 1
    sendPing()
  }

  function sendPing(): void {
    lastPing += 1
    pingsSentAt.set(lastPing, instantNow(clock))
    call.write({ items: [], ping: true, pingNumber: lastPing })
  }

  function endGeneration(): void {
    generation += 1
    fresh = null
  }

  /** Freshness counts from when the ping was sent: the time that its pong was in transit is unknown. */
  function extendFreshness({ pongNumber, deliveredUntilMsAgo }: VerifyStreamResponse): void {
    const pingSentAt = pingsSentAt.get(pongNumber)
    for (const number of pingsSentAt.keys()) if (number <= pongNumber) pingsSentAt.delete(number)
    if (pingSentAt !== undefined && deliveredUntilMsAgo !== undefined)
      fresh = { pingSentAt, deliveredUntilMsAgo }
  }

  function lose(reason: string): void {
    if (isClosed) return
    close()
    onLost(reason)
  }

  function close(): void {
    isClosed = true
    endGeneration()
    clearInterval(pinging)
    call.cancel()
    client.close()
  }

  return {
    get generation() {
      return generation
    },
    isFresh(): boolean {
      return fresh !== null && msSince(fresh.pingSentAt, clock) + fresh.deliveredUntilMsAgo < freshForMs
    },
    send(items: VerifyItem[]): void {
      call.write({ items, ping: false, pingNumber: 0 })
    },
    close,
  }
}
