import type { Client, Location } from '@gatehouse/proto/gen/common/v1/client'
import type { ClientInfo } from '@gatehouse/proto/gen/events/v1/events'
import type { LocationOf } from '../geoip/geoip.ts'
import { type ClientDescription, describeClient } from './client-description.ts'

export type ClientDetails = ClientDescription & { location: Location | null }

/** For display. The location is that of the address: one that the client sends could mislead whoever reads it. */
export function clientDetails(
  { address, userAgent }: Pick<Client, 'address' | 'userAgent'>,
  locationOf: LocationOf,
): ClientDetails {
  return { ...describeClient(userAgent), location: locationOf(address) }
}

/** The same as a message, which has no User-Agent and no part of the address. */
export function clientInfo(
  client: Pick<Client, 'address' | 'userAgent'>,
  locationOf: LocationOf,
): ClientInfo {
  return clientInfoMessage(clientDetails(client, locationOf))
}

export function clientInfoMessage({ browser, os, platform, location }: ClientDetails): ClientInfo {
  return {
    browser: browser ?? undefined,
    os: os ?? undefined,
    platform: platform ?? undefined,
    location: location ?? undefined,
  }
}
