import { addressNetwork, addressPrefix } from '../net/address-prefix.ts'
import type { Limit } from './gcra.ts'

/** How much more than one address its network gets. */
export const networkFactor = 10

/**
 * A limit of a client address, and ten times as much for the network around it, since an attacker may own a whole /48. Both
 * share a key, so that they are taken in one step, also in a Redis Cluster.
 */
export function addressLimits(limit: Limit, address: string): Limit[] {
  const ofNetwork = { ...limit, key: `${limit.key}:${addressNetwork(address)}` }
  return [
    { ...ofNetwork, part: addressPrefix(address) },
    {
      ...ofNetwork,
      limit: limit.limit * networkFactor,
      ...(limit.burst !== undefined && { burst: limit.burst * networkFactor }),
    },
  ]
}
