import { isIP } from 'node:net'
import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import { invalidFields } from '../errors/service-error.ts'
import { parseAddress } from '../net/address-prefix.ts'

export type WithClient<Request> = Request & { client: Client }

export function withValidClient<Request extends { client?: Client | undefined }>(
  request: Request,
): WithClient<Request> {
  return { ...request, client: validClient(request.client) }
}

/** The client of a request, with IPv4-mapped addresses as IPv4. Throws INVALID_FORM_BODY unless its address is valid. */
export function validClient(client: Client | undefined, path = 'client'): Client {
  if (!client) throw invalidFields({ [path]: 'REQUIRED' })
  const { address } = client
  if (address === '') throw invalidFields({ [`${path}.address`]: 'REQUIRED' })
  // Zones identify an interface of one machine only.
  const parsed = isIP(address) === 0 || address.includes('%') ? null : parseAddress(address)
  if (parsed === null) throw invalidFields({ [`${path}.address`]: 'INVALID_FORMAT' })
  return { ...client, address: parsed.text }
}
