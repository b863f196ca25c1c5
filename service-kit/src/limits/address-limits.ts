import { addressNetwork, addressPrefix } from '../net/address-prefix.ts'
import type { Limit } from './gcra.ts'

export const wideFactor = 10

/** The limit of something that contains many of what the given one counts, such as a network of addresses. */
export function wideLimit<L extends Pick<Limit, 'limit' | 'burst'>>(each: L, factor = wideFactor): L {
  const { limit, burst } = each
  return { ...each, limit: limit * factor, ...(burst !== undefined && { burst: burst * factor }) }
}

/**
 * The network gets `factor` times as much, and no more, since an attacker may own a whole /48. Both limits share a key, so that
 * one step takes both, also in a Redis Cluster.
 */
export function addressLimits(limit: Limit, address: string, factor = wideFactor): Limit[] {
  const ofNetwork = { ...limit, key: `${limit.key}:${addressNetwork(address)}` }
  return [{ ...ofNetwork, part: addressPrefix(address) }, wideLimit(ofNetwork, factor)]
}
