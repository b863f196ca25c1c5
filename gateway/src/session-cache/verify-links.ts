import type { RevokedSessions, VerifyResult } from '@gatehouse/proto/gen/sessions/v1/sessions'
import type { Tls } from '@gatehouse/service-kit/grpc/tls'
import type { Logger } from '@gatehouse/service-kit/process/log'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { type Resolve, type ServiceAddress, watchSessionAddresses } from './session-addresses.ts'
import { openVerifyLink, type VerifyLink } from './verify-link.ts'

export type VerifyLinkOptions = {
  /** `host:port[,host:port...]`; behind a name there may be any number of session-services. */
  addresses: string
  tls: Tls | null
  log: Logger
  clock: Clock
  /** Between two pings; after four unanswered ones a stream counts as dead. */
  pingMs?: number
  /** How names become addresses, and how often they are looked at again; the system's resolver and 5 s unless told otherwise. */
  resolve?: Resolve
  resolveEveryMs?: number
}

type Options = VerifyLinkOptions & {
  /** How long a link whose address went away is kept for what was sent over it. */
  graceMs: number
  onResults(results: VerifyResult[]): void
  onRevoked(revoked: RevokedSessions[]): void
  /** Called after each change of a link. What was sent over one that is not live may never be answered. */
  onChange(): void
}

/** Links to every address that the names of session-service lead to: new ones join, those that went are drained. */
export function openVerifyLinks(options: Options) {
  const { addresses, tls, log, clock, pingMs = 250, resolve, resolveEveryMs, graceMs } = options
  const { onResults, onRevoked, onChange } = options
  const links = new Map<string, VerifyLink>()
  const retired = new Set<VerifyLink>()
  let isResolved = false
  let turn = 0

  const names = watchSessionAddresses({
    addresses,
    log,
    ...(resolve && { resolve }),
    ...(resolveEveryMs && { everyMs: resolveEveryMs }),
    onAddresses,
  })
  void names.look()

  function onAddresses(found: ServiceAddress[]): void {
    isResolved = true
    const wanted = new Map(found.map((one) => [`${one.serverName} ${one.address}`, one]))
    for (const [key, link] of links) if (!wanted.has(key)) retire(key, link)
    for (const [key, one] of wanted) if (!links.has(key)) links.set(key, open(one))
    onChange()
  }

  function open(one: ServiceAddress): VerifyLink {
    // A stream that breaks is the first sign that the replicas are others now.
    const onLost = () => void names.look()
    return openVerifyLink({ ...one, tls, log, clock, pingMs, onResults, onRevoked, onChange, onLost })
  }

  function retire(key: string, link: VerifyLink): void {
    links.delete(key)
    retired.add(link)
    link.retire(graceMs, () => retired.delete(link))
  }

  return {
    /** The next live link in turn. */
    next(): VerifyLink | undefined {
      const live = [...links.values()].filter(({ state }) => state === 'live')
      turn = (turn + 1) % Math.max(1, live.length)
      return live[turn]
    },
    /** Whether one may be live soon, so that waiting is worth it. */
    areOpening: () => !isResolved || links.values().some(({ state }) => state === 'opening'),
    areReady: () => links.values().some(({ state }) => state === 'live'),
    close(): void {
      names.close()
      for (const link of [...links.values(), ...retired]) link.close()
    },
  }
}
