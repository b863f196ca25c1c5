import { type WatchMessagesResponse, WebhooksService } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { connect } from '@gatehouse/service-kit/grpc/connect'
import type { Tls } from '@gatehouse/service-kit/tls/tls-files'

type Watched = Extract<NonNullable<WatchMessagesResponse['event']>, { $case: 'message' }>['value']

type Options = {
  address: string
  /** The certificate of `platform`; null on loopback without TLS. */
  tls?: Tls | null
  /** The cursor of the last message that was handled; empty: new messages only. Store it where it survives a restart. */
  cursor?: string
  channelIds?: string[]
  /** Delivery is at least once: ignore an `id` that was handled before. */
  onMessage: (message: Watched) => Promise<void>
  /** Messages were trimmed before they were read: read them with GET /channels/{channel_id}/messages?after=ID. */
  onGap?: () => void
}

const window = 100
const reopenAfterMs = 1000
const heartbeatTimeoutMs = 15_000

/** Reads messages over gRPC until `stop`, and opens the stream again from its cursor when it ends. */
export function watchMessages({
  address,
  tls = null,
  cursor = '',
  channelIds = [],
  onMessage,
  onGap,
}: Options) {
  const webhooks = connect(WebhooksService, address, { tls, as: 'platform' })
  let isStopped = false
  let reopenTimer: NodeJS.Timeout | undefined
  let current = open()

  function open() {
    const stream = webhooks.watchMessages()
    let isOpen = true
    // Handled one after the other; the server sends at most `window` messages before it receives `more`.
    let handled = Promise.resolve()
    let heartbeatTimer = setTimeout(() => stream.cancel(), heartbeatTimeoutMs)
    stream.write({ part: { $case: 'start', value: { cursor, guildIds: [], channelIds } } })
    stream.write({ part: { $case: 'more', value: window } })
    stream.on('data', ({ event }: WatchMessagesResponse) => {
      clearTimeout(heartbeatTimer)
      heartbeatTimer = setTimeout(() => stream.cancel(), heartbeatTimeoutMs)
      if (event?.$case === 'gap') onGap?.()
      if (event?.$case === 'heartbeat') handled = handled.then(() => advance(event.value.cursor))
      if (event?.$case === 'message') handled = handled.then(() => handle(event.value))
    })
    const onEnd = () => {
      clearTimeout(heartbeatTimer)
      clearTimeout(reopenTimer)
      if (!isStopped)
        reopenTimer = setTimeout(() => void handled.then(() => (current = open())), reopenAfterMs)
    }
    stream.on('error', onEnd)
    stream.on('end', onEnd)

    function advance(to: string): void {
      if (isOpen) cursor = to
    }

    /** A message that cannot be handled is sent again on the next stream. */
    async function handle(message: Watched): Promise<void> {
      if (!isOpen) return
      try {
        await onMessage(message)
        advance(message.cursor)
        stream.write({ part: { $case: 'more', value: 1 } })
      } catch {
        isOpen = false
        stream.cancel()
      }
    }
    return stream
  }

  return {
    cursor: () => cursor,
    stop(): void {
      isStopped = true
      clearTimeout(reopenTimer)
      current.cancel()
      webhooks.close()
    },
  }
}

// node --conditions=gatehouse-source dev/examples/watch-messages.ts [channel]...
if (import.meta.main) {
  const watching = watchMessages({
    address: process.env.GATEHOUSE_WEBHOOKS_ADDR ?? '127.0.0.1:50053',
    channelIds: process.argv.slice(2),
    onMessage: async ({ id, type, message }) => console.info(id, type, message),
  })
  process.once('SIGINT', () => watching.stop())
}
