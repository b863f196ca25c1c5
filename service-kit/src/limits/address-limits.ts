import { addressNetwork, addressPrefix } from '../net/address-prefix.ts'
import type { Limit } from './gcra.ts'

export const networkFactor = 10

/**
 * The network gets ten times as much, since an attacker may own a whole /48. Both limits share a key, so that
 * one step takes both, also in a Redis Cluster.
 */
export function addressLimits(limit: Limit, address: string): Limit[] {
  const { limit: calls, burst } = limit
  const ofNetwork = { ...limit, key: `${limit.key}:${addressNetwork(address)}` }
  return [
    { ...ofNetwork, part: addressPrefix(address) },
    {
      ...ofNetwork,
      limit: calls * networkFactor,
      ...(burst !== undefined && { burst: burst * networkFactor }),
    },
  ]
}
