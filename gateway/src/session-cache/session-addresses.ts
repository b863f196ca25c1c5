import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { joinAddress, splitAddress } from '@gatehouse/service-kit/grpc/addresses'
import type { Logger } from '@gatehouse/service-kit/process/log'

/** One address behind a name; what is met there must prove to be the name, not the address. */
export type ServiceAddress = { address: string; serverName: string | null }

/** All addresses of a host name. */
export type Resolve = (host: string) => Promise<string[]>

type Options = {
  /** `host:port[,host:port...]`. */
  addresses: string
  log: Logger
  resolve?: Resolve
  everyMs?: number
  /** Called after every look, with all that are known. */
  onAddresses(addresses: ServiceAddress[]): void
}

const againAfterFailureMs = 1000

/**
 * Keeps looking where the names of session-service lead, since replicas come and go behind one name (a headless service of
 * Kubernetes). A name that cannot be resolved leads where it did before.
 */
export function watchSessionAddresses(options: Options) {
  const { addresses, log, resolve = resolveHost, everyMs = 5000, onAddresses } = options
  const names = addresses.split(',').map((name) => name.trim())
  const known = new Map<string, ServiceAddress[]>()
  let next: NodeJS.Timeout | undefined
  let state: 'resting' | 'looking' | 'closed' = 'resting'
  let isFailing = false

  async function look(): Promise<void> {
    if (state !== 'resting') return
    state = 'looking'
    clearTimeout(next)
    const outcomes = await Promise.allSettled(names.map(lookUp))
    if (isClosed()) return
    state = 'resting'
    const failure = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failure && !isFailing) log.warn({ err: failure.reason }, 'session-service cannot be resolved')
    isFailing = failure !== undefined
    onAddresses([...known.values()].flat())
    next = setTimeout(look, isFailing ? Math.min(everyMs, againAfterFailureMs) : everyMs).unref()
  }

  async function lookUp(name: string): Promise<void> {
    const { host, port } = splitAddress(name)
    const found = (await resolve(host)).map((address) => ({
      address: joinAddress(address, port),
      serverName: isIP(host) === 0 ? host : null,
    }))
    if (found.length > 0) known.set(name, found)
  }

  const isClosed = () => state === 'closed'

  return {
    /** Looks now, when something may have changed. */
    look,
    close(): void {
      state = 'closed'
      clearTimeout(next)
    },
  }
}

async function resolveHost(host: string): Promise<string[]> {
  // As every other program on the machine does, with its hosts file and search domains.
  const found = await lookup(host, { all: true })
  return [...new Set(found.map(({ address }) => address))]
}
