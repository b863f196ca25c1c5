import type { RevokedSessions, VerifyResult } from '@gatehouse/proto/gen/sessions/v1/sessions'
import type { Tls } from '@gatehouse/service-kit/grpc/tls'
import type { Logger } from '@gatehouse/service-kit/process/log'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { type Resolve, type ServiceAddress, watchSessionAddresses } from './session-addresses.ts'
import { openVerifyLink, type VerifyLink } from './verify-link.ts'

export type VerifyLinkOptions = {
  /** `host:port[,host:port...]`; a name may resolve to several replicas of session-service. */
  addresses: string
  tls: Tls | null
  log: Logger
  clock: Clock
  /** A stream is closed after four pings without a response. */
  pingMs?: number
  /** By default the resolver of the system, every 5 s. */
  resolve?: Resolve
  resolveEveryMs?: number
}

type Options = VerifyLinkOptions & {
  /** How long a link whose address disappeared may still receive results. */
  graceMs: number
  onResults(results: VerifyResult[]): void
  onRevoked(revoked: RevokedSessions[]): void
  /** Called when the state of a link changes. Items that were sent over a link that is not live may never be answered. */
  onChange(): void
}

/** Keeps a link to every address of session-service. Opens links to new addresses and drains those that disappeared. */
export function openVerifyLinks(options: Options) {
  const { addresses, tls, log, clock, pingMs = 250, resolve, resolveEveryMs, graceMs } = options
  const { onResults, onRevoked, onChange } = options
  const links = new Map<string, VerifyLink>()
  const retired = new Set<VerifyLink>()
  let isResolved = false
  let turn = 0

  const resolver = watchSessionAddresses({
    addresses,
    log,
    ...(resolve && { resolve }),
    ...(resolveEveryMs && { everyMs: resolveEveryMs }),
    onAddresses,
  })
  void resolver.resolveNow()

  function onAddresses(current: ServiceAddress[]): void {
    isResolved = true
    const wanted = new Map(current.map((address) => [`${address.serverName} ${address.address}`, address]))
    for (const [key, link] of links) if (!wanted.has(key)) retire(key, link)
    for (const [key, address] of wanted) if (!links.has(key)) links.set(key, open(address))
    onChange()
  }

  function open(address: ServiceAddress): VerifyLink {
    // A broken stream is often the first sign that a replica was replaced.
    const onLost = () => void resolver.resolveNow()
    return openVerifyLink({ ...address, tls, log, clock, pingMs, onResults, onRevoked, onChange, onLost })
  }

  function retire(key: string, link: VerifyLink): void {
    links.delete(key)
    retired.add(link)
    link.retire(graceMs, () => retired.delete(link))
  }

  return {
    /** The next live link, round robin. */
    next(): VerifyLink | undefined {
      const live = [...links.values()].filter(({ state }) => state === 'live')
      turn = (turn + 1) % Math.max(1, live.length)
      return live[turn]
    },
    /** Whether a link may be live soon. */
    areOpening: () => !isResolved || links.values().some(({ state }) => state === 'opening'),
    areReady: () => links.values().some(({ state }) => state === 'live'),
    close(): void {
      resolver.close()
      for (const link of [...links.values(), ...retired]) link.close()
    },
  }
}
