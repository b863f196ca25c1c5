import { unwatchFile, watchFile } from 'node:fs'
import { isIP } from 'node:net'
import type { Location } from '@gatehouse/proto/gen/common/v1/client'
import ipaddr from 'ipaddr.js'
import { type CityResponse, open, type Reader } from 'maxmind'
import { SettingsError } from '../process/settings.ts'

/** Null when it cannot be told (contract.md 7 row 39). */
export type LocationOf = (address: string) => Location | null

/** ISO 3166 code of the country of an address, upper case; null when it cannot be told. */
export type CountryOf = (address: string) => string | null

type Places = { locationOf: LocationOf; countryOf: CountryOf; close(): void }
type Options = {
  path: string | null
  /** No address comes here: who was looked up is nobody's business. */
  events: { geoipReloaded(): void; geoipUnreadable(error: unknown): void }
  checkEveryMs?: number
}

const unroutableRanges = new Set([
  'unspecified',
  'broadcast',
  'multicast',
  'linkLocal',
  'loopback',
  'carrierGradeNat',
  'private',
  'uniqueLocal',
])

/**
 * Opens the door to GeoIP, a database in MaxMind's format; without a path no place is ever told. Throws a SettingsError when the file
 * cannot be read. A file that changes is read again; while the new one is broken, the old one answers.
 */
export async function openGeoip({ path, events, checkEveryMs = 5_000 }: Options): Promise<Places> {
  if (path === null) return { locationOf: () => null, countryOf: () => null, close: () => {} }
  let reader = await openFirst(path)

  // The package's own watching loads into the reader in use, and fails where nobody listens when the new file is broken.
  const reload = async () => {
    try {
      reader = await open<CityResponse>(path)
      events.geoipReloaded()
    } catch (error) {
      events.geoipUnreadable(error)
    }
  }
  watchFile(path, { interval: checkEveryMs, persistent: false }, reload)

  const recordOf = (address: string): CityResponse | null => {
    try {
      return lookUp(reader, address)
    } catch (error) {
      // Damage inside the file shows only here, and must not keep anybody from signing in.
      events.geoipUnreadable(error)
      return null
    }
  }

  return {
    locationOf(address) {
      const record = recordOf(address)
      return record && locationIn(record)
    },
    countryOf(address) {
      const code: unknown = recordOf(address)?.country?.iso_code
      return typeof code === 'string' && /^[A-Za-z]{2}$/.test(code) ? code.toUpperCase() : null
    },
    close: () => unwatchFile(path, reload),
  }
}

async function openFirst(path: string): Promise<Reader<CityResponse>> {
  try {
    return await open<CityResponse>(path)
  } catch (error) {
    const isUnread = error instanceof Error && 'syscall' in error && 'code' in error
    const reason = isUnread ? error.code : 'no database in MaxMind format'
    throw new SettingsError([`GATEHOUSE_GEOIP_DATABASE names a file that cannot be used (${reason})`])
  }
}

function lookUp(reader: Reader<CityResponse>, address: string): CityResponse | null {
  // Stricter than ipaddr.js, which takes 203.0.113 for an address.
  if (isIP(address) === 0) return null
  const parsed = ipaddr.process(address)
  if (unroutableRanges.has(parsed.range())) return null
  // An IPv4 tree would read the first 32 bits of an IPv6 address as if they were another address.
  if (parsed.kind() === 'ipv6' && reader.metadata.ipVersion === 4) return null
  return reader.get(parsed.toString())
}

function locationIn({ city, subdivisions, country }: CityResponse): Location | null {
  const location = {
    city: nameOf(city),
    region: nameOf(subdivisions?.[0]),
    country: nameOf(country),
  }
  return Object.values(location).some(Boolean) ? location : null
}

// The package's types promise what only MaxMind's own databases keep.
type Named = { names?: { en?: unknown }; iso_code?: unknown }

/** The English name, else the code: `Zurich` or `ZH`. */
function nameOf(named: Named | undefined): string | undefined {
  const names = [named?.names?.en, named?.iso_code]
  return names.find((name): name is string => typeof name === 'string' && name !== '')
}
