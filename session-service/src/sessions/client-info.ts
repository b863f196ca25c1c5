import { maxUserAgentLength } from '@gatehouse/proto/field-bounds'
import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import { clientDetails } from '@gatehouse/service-kit/clients/client-details'
import { addressNetwork } from '@gatehouse/service-kit/net/address-prefix'
import type { SessionContext } from '../context.ts'
import type { ClientInfo } from './session.ts'

/** In the list of sessions a device may name its own place, which only its account sees. */
export function sessionClientOf(ctx: Pick<SessionContext, 'locationOf'>, client: Client): ClientInfo {
  const info = clientInfoOf(ctx, client)
  return { ...info, location: client.location ?? info.location }
}

export function clientInfoOf({ locationOf }: Pick<SessionContext, 'locationOf'>, client: Client): ClientInfo {
  const { address, userAgent } = client
  return {
    address,
    addressPrefix: address === '' ? null : addressNetwork(address),
    userAgent: userAgent.slice(0, maxUserAgentLength),
    ...clientDetails(client, locationOf),
  }
}
