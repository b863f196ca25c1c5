import {
  SessionsService,
  type VerifyItem,
  type VerifyStreamResponse,
} from '@gatehouse/proto/gen/sessions/v1/sessions'
import { connect } from '@gatehouse/service-kit/grpc/connect'
import type { Tls } from '@gatehouse/service-kit/grpc/tls'

export type VerifyStream = ReturnType<typeof openVerifyStream>

type Options = {
  address: string
  serverName: string | null
  tls: Tls | null
  pingMs: number
  onResponse(response: VerifyStreamResponse): void
  /** Called once, when the stream can be used no more; not after `close`. */
  onLost(reason: string): void
}

const mostSilentPings = 4

/** One stream of verifications on a connection of its own: behind a cut network an old connection looks open for long. */
export function openVerifyStream({ address, serverName, tls, pingMs, onResponse, onLost }: Options) {
  const client = connect(SessionsService, address, { tls, serverName })
  const call = client.verifyStream()
  const pinging = setInterval(ping, pingMs).unref()
  // Counted in pings, not in time: after a stall of our own event loop, answers may wait unread in the socket.
  let silentPings = 0
  let isOver = false

  call.on('data', (response: VerifyStreamResponse) => {
    silentPings = 0
    if (!isOver) onResponse(response)
  })
  call.on('end', () => lose('the other end is done'))
  call.on('error', (error: Error) => lose(error.message))
  call.write({ items: [], ping: true, pingNumber: 0 })

  function ping(): void {
    if (silentPings >= mostSilentPings) {
      lose('the other end is silent')
      return
    }
    silentPings += 1
    call.write({ items: [], ping: true, pingNumber: 0 })
  }

  function lose(reason: string): void {
    if (isOver) return
    close()
    onLost(reason)
  }

  function close(): void {
    isOver = true
    clearInterval(pinging)
    call.cancel()
    client.close()
  }

  return {
    send(items: VerifyItem[]): void {
      call.write({ items, ping: false, pingNumber: 0 })
    },
    close,
  }
}
