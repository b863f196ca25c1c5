import type { Client, Location } from '@gatehouse/proto/gen/common/v1/client'
import type { LocationOf } from '../geoip/geoip.ts'
import { type ClientDescription, describeClient } from './client-description.ts'

/** For display. The location is that of the address: one that the client sends could mislead whoever reads it. */
export function clientDetails(
  { address, userAgent }: Pick<Client, 'address' | 'userAgent'>,
  locationOf: LocationOf,
): ClientDescription & { location: Location | null } {
  return { ...describeClient(userAgent), location: locationOf(address) }
}
