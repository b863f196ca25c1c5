import type { Client, Location } from '@gatehouse/proto/gen/common/v1/client'
import type { Event } from '@gatehouse/proto/gen/events/v1/events'
import { describeClient } from '@gatehouse/service-kit/clients/client-description'
import type { LocationOf } from '@gatehouse/service-kit/geoip/geoip'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import type { Cause } from './mail-kinds.ts'

type Locating = { clock: Clock; locationOf: LocationOf }

const maxNameLength = 40

/** The location is that of the address: one that the client sends could mislead the reader. */
export function mailCause(ctx: Locating, client: Client | undefined): Cause {
  const place = client ? ctx.locationOf(client.address) : null
  return {
    at: new Date(ctx.clock.now()).toISOString(),
    device: client ? clientName(describeClient(client.userAgent)) : null,
    place: place && placeName(place),
  }
}

/** The same of an event of another service, which may be late. */
export function causeOfEvent(ctx: Locating, { at, address, clientInfo }: Event): Cause {
  const place = address ? ctx.locationOf(address) : null
  const { browser = null, os = null } = clientInfo ?? {}
  return {
    at: (at ?? new Date(ctx.clock.now())).toISOString(),
    device: clientName({ browser, os }),
    place: place && placeName(place),
  }
}

function clientName({ browser, os }: { browser: string | null; os: string | null }): string | null {
  const names = [browser, os].map(withoutLinks).filter((name) => name !== '')
  return names.length > 0 ? names.join(', ') : null
}

/** A client can send any name. Without dots, slashes and colons, no mail program turns it into a link. */
function withoutLinks(name: string | null): string {
  return (name ?? '')
    .replace(/[^\p{L}\p{N} _+-]/gu, '')
    .trim()
    .slice(0, maxNameLength)
}

function placeName({ city, region, country }: Location): string | null {
  const names = new Set([city, region, country].filter((name) => name !== undefined))
  return names.size > 0 ? [...names].join(', ') : null
}
