import type { Logger } from '@gatehouse/service-kit/process/log'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import type { Tls } from '@gatehouse/service-kit/tls/tls-files'
import { type ReplicaAddress, type Resolve, watchReplicaAddresses } from './replica-addresses.ts'
import { openReplicaStream, type ReplicaStream, type ReplicaStreamListener } from './replica-stream.ts'

export type StreamPoolOptions = {
  /** `host:port[,host:port...]`; a name may resolve to several replicas of session-service. */
  addresses: string
  tls: Tls | null
  log: Logger
  clock: Clock
  /** A stream is closed after four pings without a response. */
  pingMs?: number
  /** By default the resolver of the system, every 2 s. */
  resolve?: Resolve
  resolveEveryMs?: number
  /** How long one verification may take before it fails with UPSTREAM_TIMEOUT. */
  deadlineMs: number
}

/** A stream to each replica of session-service. Opens streams to new addresses and drains those that disappeared. */
export function openStreamPool(options: StreamPoolOptions, listener: ReplicaStreamListener) {
  const { addresses, tls, log, clock, pingMs = 250, resolve, resolveEveryMs, deadlineMs } = options
  const streams = new Map<string, ReplicaStream>()
  const draining = new Set<ReplicaStream>()
  let isResolved = false
  let turn = 0

  const resolver = watchReplicaAddresses({
    addresses,
    log,
    ...(resolve && { resolve }),
    ...(resolveEveryMs && { everyMs: resolveEveryMs }),
    onAddresses,
  })
  void resolver.resolveNow()

  function onAddresses(current: ReplicaAddress[]): void {
    isResolved = true
    const wanted = new Map(current.map((address) => [`${address.serverName} ${address.address}`, address]))
    for (const [key, stream] of streams) if (!wanted.has(key)) drain(key, stream)
    for (const [key, address] of wanted) if (!streams.has(key)) streams.set(key, open(address))
    listener.onStateChange()
  }

  function open(address: ReplicaAddress): ReplicaStream {
    // A broken stream is often the first sign that a replica was replaced.
    const onLost = () => void resolver.resolveNow()
    return openReplicaStream({ ...address, ...listener, tls, log, clock, pingMs, onLost })
  }

  function drain(key: string, stream: ReplicaStream): void {
    streams.delete(key)
    draining.add(stream)
    stream.drain(deadlineMs, () => draining.delete(stream))
  }

  return {
    /** The next live stream, round robin. */
    next(): ReplicaStream | undefined {
      const live = [...streams.values()].filter(({ state }) => state === 'live')
      turn = (turn + 1) % Math.max(1, live.length)
      return live[turn]
    },
    /** Whether a stream may be live soon. */
    hasOpening: () =>
      !isResolved || resolver.isResolving() || streams.values().some(({ state }) => state === 'opening'),
    hasLive: () => streams.values().some(({ state }) => state === 'live'),
    close(): void {
      resolver.close()
      for (const stream of [...streams.values(), ...draining]) stream.close()
    },
  }
}
