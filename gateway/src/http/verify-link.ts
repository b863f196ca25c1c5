import type {
  VerifyItem,
  VerifyResult,
  VerifyStreamResponse,
} from '@gatehouse/proto/gen/sessions/v1/sessions'
import type { Tls } from '@gatehouse/service-kit/grpc/tls'
import type { Logger } from '@gatehouse/service-kit/process/log'
import { openVerifyStream, type VerifyStream } from './verify-stream.ts'

export type VerifyLink = ReturnType<typeof openVerifyLink>

/**
 * `opening`: the first try, at the start or after it was live, whose outcome is known soon and worth waiting for.
 * `live`: the other end was heard. `down`: tries go on in the background.
 */
type LinkState = 'opening' | 'live' | 'down' | 'closed'

type Options = {
  address: string
  tls: Tls | null
  log: Logger
  pingMs: number
  onResults(results: VerifyResult[]): void
  /** Called after each change of state. What was sent before the link ceased to be live may never be answered. */
  onChange(): void
}

const firstPauseMs = 50
const longestPauseMs = 1000

/** Keeps one stream to one session-service: opened again at once when it ends, then after growing pauses. */
export function openVerifyLink({ address, tls, log, pingMs, onResults, onChange }: Options) {
  let state: LinkState = 'opening'
  let pauseMs = firstPauseMs
  let liveSince = 0
  let reopening: NodeJS.Timeout | undefined
  let stream: VerifyStream = open()

  function open(): VerifyStream {
    return openVerifyStream({ address, tls, pingMs, onResponse, onLost })
  }

  function onResponse({ results }: VerifyStreamResponse): void {
    if (state !== 'live') {
      liveSince = performance.now()
      log.info({ address }, 'session verification connected')
      become('live')
    }
    if (results.length > 0) onResults(results)
  }

  function onLost(reason: string): void {
    // One that ends as soon as it is live is not worth hurrying for.
    const wasSteady = state === 'live' && performance.now() - liveSince >= pingMs
    if (state === 'live') log.warn({ address, reason }, 'session verification lost')
    pauseMs = wasSteady ? firstPauseMs : Math.min(pauseMs * 2, longestPauseMs)
    reopening = setTimeout(reopen, wasSteady ? 0 : pauseMs)
    become(wasSteady ? 'opening' : 'down')
  }

  function reopen(): void {
    stream = open()
  }

  function become(next: LinkState): void {
    state = next
    onChange()
  }

  return {
    get state() {
      return state
    },
    send: (items: VerifyItem[]) => stream.send(items),
    close(): void {
      clearTimeout(reopening)
      stream.close()
      become('closed')
    },
  }
}
