import type { ByteReservation } from '@gatehouse/service-kit/limits/byte-shares'
import { addressNetwork, addressPrefix } from '@gatehouse/service-kit/net/address-prefix'
import type { GatewayContext } from '../context.ts'

/** The keys of reservations for what arrives from an address. */
export function shareKeys(address: string): string[] {
  return [addressPrefix(address), addressNetwork(address)]
}

/** Opens reservations for what arrives from an address. */
export function reserveArriving(address: string, { arriving }: Pick<GatewayContext, 'arriving'>) {
  return (onEvict: () => void): ByteReservation => arriving.open(shareKeys(address), onEvict)
}
