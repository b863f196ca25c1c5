import {
  type RevokedSessions,
  SessionsService,
  type VerifyItem,
  type VerifyResult,
  type VerifyStreamResponse,
} from '@gatehouse/proto/gen/sessions/v1/sessions'
import { connect } from '@gatehouse/service-kit/grpc/connect'
import type { Logger } from '@gatehouse/service-kit/process/log'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import type { Tls } from '@gatehouse/service-kit/tls/tls-files'
import { type StreamFreshness, trackFreshness } from './stream-freshness.ts'

export type ReplicaStream = ReturnType<typeof openReplicaStream>

/**
 * `opening`: the first attempt, or one immediately after a stream that was live for a ping interval; its
 * outcome is known soon. `live`: a response was received. `down`: attempts continue in the background.
 */
type StreamState = 'opening' | 'live' | 'down' | 'closed'

type Replica = {
  address: string
  /** The name that the certificate of the replica must have; null for the address itself. */
  serverName: string | null
  tls: Tls | null
  clock: Clock
  pingMs: number
}

export type ReplicaStreamListener = {
  onResults(results: VerifyResult[]): void
  /** Called with revoked sessions, before the results of the same message. */
  onRevoked(revoked: RevokedSessions[]): void
  /** Items that were sent before the stream ceased to be live may never get a result. */
  onStateChange(): void
}

type ReplicaStreamOptions = Replica & ReplicaStreamListener & { log: Logger; onLost(): void }

const minBackoffMs = 100
const maxBackoffMs = 1000
const maxUnansweredPings = 4

/** Reopens the stream immediately when it ends, then with exponential backoff. */
export function openReplicaStream(options: ReplicaStreamOptions) {
  const { address, log, pingMs, onResults, onRevoked, onStateChange, onLost } = options
  let state: StreamState = 'opening'
  let backoffMs = minBackoffMs
  let liveSince = 0
  let reopenTimer: NodeJS.Timeout | undefined
  let draining: { timer: NodeJS.Timeout; onClosed(): void } | undefined
  let stream = openVerifyStream(options, { onResponse, onEnd })

  function onResponse({ results, revoked }: VerifyStreamResponse): void {
    if (state !== 'live') {
      liveSince = performance.now()
      log.info({ address }, 'session verification stream connected')
      setState('live')
    }
    if (revoked.length > 0) onRevoked(revoked)
    if (results.length > 0) onResults(results)
  }

  function onEnd(failure: string | null): void {
    if (draining) {
      close()
      return
    }
    // A stream that ends as soon as it is live is reopened with backoff only.
    const isImmediate = state === 'live' && performance.now() - liveSince >= pingMs
    if (failure === null) log.info({ address }, 'session verification stream ended')
    else if (state === 'live') log.warn({ address, reason: failure }, 'session verification stream lost')
    else if (state === 'opening')
      log.warn({ address, reason: failure }, 'session verification stream not connected; retrying')
    if (state === 'live') onLost()
    reopenTimer = setTimeout(reopen, isImmediate ? 0 : backoffMs)
    backoffMs = isImmediate ? minBackoffMs : Math.min(backoffMs * 2, maxBackoffMs)
    setState(isImmediate ? 'opening' : 'down')
  }

  function reopen(): void {
    stream = openVerifyStream(options, { onResponse, onEnd })
  }

  function setState(next: StreamState): void {
    state = next
    onStateChange()
  }

  function close(): void {
    clearTimeout(reopenTimer)
    clearTimeout(draining?.timer)
    stream.close()
    draining?.onClosed()
    setState('closed')
  }

  return {
    get state() {
      return state
    },
    get freshness(): StreamFreshness {
      return stream.freshness
    },
    send: (items: VerifyItem[]) => stream.send(items),
    /** Closes a live stream after `maxMs`, unless it ends before, and any other immediately. Does not reopen it. */
    drain(maxMs: number, onClosed: () => void): void {
      log.info({ address }, 'session verification stream draining')
      draining = { timer: setTimeout(close, maxMs), onClosed }
      if (state !== 'live') close()
    },
    close,
  }
}

type VerifyStreamListener = {
  onResponse(response: VerifyStreamResponse): void
  /** Called once, when session-service ended the stream (null), or it failed or is silent; not after `close`. */
  onEnd(failure: string | null): void
}

/** A stream on its own connection: when the network is cut, an old connection looks open for a long time. */
function openVerifyStream(replica: Replica, { onResponse, onEnd }: VerifyStreamListener) {
  const { address, serverName, tls, clock, pingMs } = replica
  const client = connect(SessionsService, address, { tls, serverName, as: 'gateway' })
  const call = client.verifyStream()
  const freshness = trackFreshness(clock)
  const pingTimer = setInterval(ping, pingMs).unref()
  // Counted in pings, not in time: after a stall of this event loop, responses may wait unread in the socket.
  let unansweredPings = 0
  let isClosed = false

  call.on('data', (response: VerifyStreamResponse) => {
    unansweredPings = 0
    if (isClosed) return
    freshness.onResponse(response)
    onResponse(response)
  })
  call.on('end', () => end(null))
  call.on('error', (error: Error) => end(error.message))
  sendPing()

  function ping(): void {
    if (unansweredPings >= maxUnansweredPings) {
      end('no response to pings')
      return
    }
    unansweredPings += 1
    sendPing()
  }

  function sendPing(): void {
    call.write({ items: [], ping: true, pingNumber: freshness.onPing() })
  }

  function end(failure: string | null): void {
    if (isClosed) return
    close()
    onEnd(failure)
  }

  function close(): void {
    isClosed = true
    freshness.end()
    clearInterval(pingTimer)
    call.cancel()
    client.close()
  }

  return {
    freshness,
    send(items: VerifyItem[]): void {
      call.write({ items, ping: false, pingNumber: 0 })
    },
    close,
  }
}
