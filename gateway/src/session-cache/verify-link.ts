import type {
  RevokedSessions,
  VerifyItem,
  VerifyResult,
  VerifyStreamResponse,
} from '@gatehouse/proto/gen/sessions/v1/sessions'
import type { Tls } from '@gatehouse/service-kit/grpc/tls'
import type { Logger } from '@gatehouse/service-kit/process/log'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import type { StreamFreshness } from './session-cache.ts'
import { openVerifyStream, type VerifyStream } from './verify-stream.ts'

export type VerifyLink = ReturnType<typeof openVerifyLink>

/**
 * `opening`: the first try, at the start or after it was live, whose outcome is known soon and worth waiting for.
 * `live`: the other end was heard. `down`: tries go on in the background.
 */
type LinkState = 'opening' | 'live' | 'down' | 'closed'

type Options = {
  address: string
  /** Whom the certificate of the other end must name; null for the address itself. */
  serverName: string | null
  tls: Tls | null
  log: Logger
  clock: Clock
  pingMs: number
  onResults(results: VerifyResult[]): void
  /** Called with sessions that ended, before the results that came with them. */
  onRevoked(revoked: RevokedSessions[]): void
  /** Called after each change of state. What was sent before the link ceased to be live may never be answered. */
  onChange(): void
  /** Called when a live one was lost. */
  onLost(): void
}

const firstPauseMs = 50
const maxPauseMs = 1000

/** Keeps one stream to one session-service: opened again at once when it ends, then after growing pauses. */
export function openVerifyLink(options: Options) {
  const { address, serverName, tls, log, clock, pingMs, onResults, onRevoked, onChange } = options
  let state: LinkState = 'opening'
  let pauseMs = firstPauseMs
  let liveSince = 0
  let reopening: NodeJS.Timeout | undefined
  let retiring: { grace: NodeJS.Timeout; onOver(): void } | undefined
  let stream: VerifyStream = open()

  function open(): VerifyStream {
    return openVerifyStream({ address, serverName, tls, clock, pingMs, onResponse, onLost })
  }

  function onResponse({ results, revoked }: VerifyStreamResponse): void {
    if (state !== 'live') {
      liveSince = performance.now()
      log.info({ address }, 'session verification connected')
      become('live')
    }
    if (revoked.length > 0) onRevoked(revoked)
    if (results.length > 0) onResults(results)
  }

  function onLost(reason: string): void {
    // One that ends as soon as it is live is not worth hurrying for.
    const wasSteady = state === 'live' && performance.now() - liveSince >= pingMs
    if (retiring) {
      close()
      return
    }
    if (state === 'live') {
      log.warn({ address, reason }, 'session verification lost')
      options.onLost()
    }
    pauseMs = wasSteady ? firstPauseMs : Math.min(pauseMs * 2, maxPauseMs)
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

  function close(): void {
    clearTimeout(reopening)
    clearTimeout(retiring?.grace)
    stream.close()
    retiring?.onOver()
    become('closed')
  }

  return {
    get state() {
      return state
    },
    /** The stream that is sent over now, and what it vouches for. */
    get freshness(): StreamFreshness {
      return stream
    },
    send: (items: VerifyItem[]) => stream.send(items),
    /** Keeps a live stream for what was sent over it, closes it after `graceMs`, and opens no other. */
    retire(graceMs: number, onOver: () => void): void {
      log.info({ address }, 'session verification is leaving')
      retiring = { grace: setTimeout(close, graceMs), onOver }
      if (state !== 'live') close()
    },
    close,
  }
}
