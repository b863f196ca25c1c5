import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import { addressNetwork } from '@gatehouse/service-kit/net/address-prefix'
import { clientFingerprint } from '@gatehouse/service-kit/net/client-fingerprint'
import { digestText } from '@gatehouse/service-kit/tokens/secret-token'
import type { IpAuthorization } from './ip-authorization-document.ts'

type Fetcher = { client: Client; waiterToken?: string | undefined; deviceId: string | null }

/**
 * Whether a client with the ticket gets the session. Phones change their address while they wait, so the network with the same user
 * agent is enough, and the cookies of the browser that waits are enough anywhere.
 */
export function mayFetch(wait: IpAuthorization, { client, waiterToken, deviceId }: Fetcher): boolean {
  const isWaiter = waiterToken !== undefined && digestText(waiterToken) === wait.waiter
  const isDevice = deviceId !== null && deviceId === wait.deviceId
  return (
    isWaiter || isDevice || networkMark(client) === wait.network || clientFingerprint(client) === wait.device
  )
}

export function networkMark({ address, userAgent }: Client): string {
  return digestText(`${addressNetwork(address)}\n${userAgent}`)
}
