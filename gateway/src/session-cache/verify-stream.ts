import {
  SessionsService,
  type VerifyItem,
  type VerifyStreamResponse,
} from '@gatehouse/proto/gen/sessions/v1/sessions'
import { connect } from '@gatehouse/service-kit/grpc/connect'
import type { Tls } from '@gatehouse/service-kit/grpc/tls'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { type Instant, instantNow, msSince } from '@gatehouse/service-kit/time/instant'

export type VerifyStream = ReturnType<typeof openVerifyStream>

type Options = {
  address: string
  serverName: string | null
  tls: Tls | null
  clock: Clock
  pingMs: number
  onResponse(response: VerifyStreamResponse): void
  /** Called once, when the stream can be used no more; not after `close`. */
  onLost(reason: string): void
}

const maxMissedPings = 4

/**
 * How long after the last moment of which everything was told a kept session may be served. A revocation holds within a second
 * of its answer (contract.md 7 row 44); the rest is for serving.
 */
const freshForMs = 900

/** One stream of verifications on a connection of its own: behind a cut network an old connection looks open for long. */
export function openVerifyStream({ address, serverName, tls, clock, pingMs, onResponse, onLost }: Options) {
  const client = connect(SessionsService, address, { tls, serverName })
  const call = client.verifyStream()
  const pinging = setInterval(ping, pingMs).unref()
  // Counted in pings, not in time: after a stall of our own event loop, answers may wait unread in the socket.
  let missedPings = 0
  let isOver = false
  const pingsSentAt = new Map<number, Instant>()
  let lastPing = 0
  let generation = 0
  /** What was told until so long before a ping was sent; null while nobody vouches. */
  let vouched: { pingSentAt: Instant; deliveredUntilMsAgo: number } | null = null

  call.on('data', (response: VerifyStreamResponse) => {
    missedPings = 0
    if (isOver) return
    if (response.revocationsMissed) miss()
    if (response.pong) extendFreshness(response)
    onResponse(response)
  })
  call.on('end', () => lose('the other end is done'))
  call.on('error', (error: Error) => lose(error.message))
  sendPing()

  function ping(): void {
    if (missedPings >= maxMissedPings) {
      lose('the other end is silent')
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

  function miss(): void {
    generation += 1
    vouched = null
  }

  /** Counted from when the ping was sent: how long its pong was on the way is not known. */
  function extendFreshness({ pongNumber, deliveredUntilMsAgo }: VerifyStreamResponse): void {
    const pingSentAt = pingsSentAt.get(pongNumber)
    for (const number of pingsSentAt.keys()) if (number <= pongNumber) pingsSentAt.delete(number)
    if (pingSentAt !== undefined && deliveredUntilMsAgo !== undefined)
      vouched = { pingSentAt, deliveredUntilMsAgo }
  }

  function lose(reason: string): void {
    if (isOver) return
    close()
    onLost(reason)
  }

  function close(): void {
    isOver = true
    miss()
    clearInterval(pinging)
    call.cancel()
    client.close()
  }

  return {
    get generation() {
      return generation
    },
    isFresh(): boolean {
      return vouched !== null && msSince(vouched.pingSentAt, clock) + vouched.deliveredUntilMsAgo < freshForMs
    },
    send(items: VerifyItem[]): void {
      call.write({ items, ping: false, pingNumber: 0 })
    },
    close,
  }
}
