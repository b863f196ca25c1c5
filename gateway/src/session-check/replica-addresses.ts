import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { joinAddress, splitAddress } from '@gatehouse/service-kit/net/addresses'
import type { Logger } from '@gatehouse/service-kit/process/log'

/** `serverName` is the name in the certificate; null for the address itself. */
export type ReplicaAddress = { address: string; serverName: string | null }

export type Resolve = (host: string) => Promise<string[]>

type Options = {
  /** `host:port[,host:port...]`. */
  addresses: string
  log: Logger
  resolve?: Resolve
  everyMs?: number
  onAddresses(addresses: ReplicaAddress[]): void
}

const retryAfterFailureMs = 1000

/**
 * Resolves the names of session-service again and again, since replicas of a headless service of Kubernetes
 * come and go. When a name cannot be resolved, its last addresses stay.
 */
export function watchReplicaAddresses(options: Options) {
  const { addresses, log, resolve = resolveHost, everyMs = 2000, onAddresses } = options
  const names = addresses.split(',').map((name) => name.trim())
  const known = new Map<string, ReplicaAddress[]>()
  let next: NodeJS.Timeout | undefined
  let state: 'idle' | 'resolving' | 'closed' = 'idle'
  let isFailing = false

  async function resolveNow(): Promise<void> {
    if (state !== 'idle') return
    state = 'resolving'
    clearTimeout(next)
    const outcomes = await Promise.allSettled(names.map(resolveName))
    if (isClosed()) return
    state = 'idle'
    const failure = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failure && !isFailing) log.warn({ err: failure.reason }, 'session-service cannot be resolved')
    isFailing = failure !== undefined
    onAddresses([...known.values()].flat())
    next = setTimeout(resolveNow, isFailing ? Math.min(everyMs, retryAfterFailureMs) : everyMs).unref()
  }

  async function resolveName(name: string): Promise<void> {
    const { host, port } = splitAddress(name)
    const found = (await resolve(host)).map((address) => ({
      address: joinAddress(address, port),
      serverName: isIP(host) === 0 ? host : null,
    }))
    if (found.length > 0) known.set(name, found)
  }

  const isClosed = () => state === 'closed'

  return {
    resolveNow,
    isResolving: () => state === 'resolving',
    close(): void {
      state = 'closed'
      clearTimeout(next)
    },
  }
}

async function resolveHost(host: string): Promise<string[]> {
  // Not dns.resolve: the hosts file and search domains of the system apply too.
  const addresses = await lookup(host, { all: true })
  return [...new Set(addresses.map(({ address }) => address))]
}
