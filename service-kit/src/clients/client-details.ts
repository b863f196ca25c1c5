import type { Client, Location } from '@gatehouse/proto/gen/common/v1/client'
import type { LocationOf } from '../geoip/geoip.ts'
import { type ClientDescription, describeClient } from './client-description.ts'

/** For display. A location that the client sends has precedence over that of its address. */
export function clientDetails(
  { address, userAgent, location }: Client,
  locationOf: LocationOf,
): ClientDescription & { location: Location | null } {
  return { ...describeClient(userAgent), location: location ?? locationOf(address) }
}
