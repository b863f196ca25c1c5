import { maxUserAgentLength } from '@gatehouse/proto/field-bounds'
import type { Client, Location } from '@gatehouse/proto/gen/common/v1/client'
import { clientDetails } from '@gatehouse/service-kit/clients/client-details'
import type { LocationOf } from '@gatehouse/service-kit/geoip/geoip'
import { addressNetwork } from '@gatehouse/service-kit/net/address-prefix'

type Locating = { locationOf: LocationOf }

export type ClientInfo = {
  address: string
  /**
   * `addressNetwork` of the address, the only part of it that other services get. Named as in stored sessions
   * and in the API.
   */
  addressPrefix: string | null
  userAgent: string
  browser: string | null
  os: string | null
  platform: string | null
  /** As the client sent it, else that of its address. For display only: it is not verified. */
  location: Location | null
}

/** In the list of sessions a device may name its own place, which only its account sees. */
export function sessionClientOf(ctx: Locating, client: Client): ClientInfo {
  const info = clientInfoOf(ctx, client)
  return { ...info, location: client.location ?? info.location }
}

export function clientInfoOf({ locationOf }: Locating, client: Client): ClientInfo {
  const { address, userAgent } = client
  return {
    address,
    addressPrefix: address === '' ? null : addressNetwork(address),
    userAgent: userAgent.slice(0, maxUserAgentLength),
    ...clientDetails(client, locationOf),
  }
}
