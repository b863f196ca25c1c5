import { addressNetwork, addressPrefix } from '../net/address-prefix.ts'
import type { Limit } from './gcra.ts'

/** How much more than one address a network gets. */
const networkFactor = 10

/**
 * A limit of a client address and ten times as much for the network around it, since one who guesses may own a whole /48. Taken
 * together, also in a Redis Cluster: the network is the key of both.
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
