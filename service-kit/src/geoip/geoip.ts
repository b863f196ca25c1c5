import { unwatchFile, watchFile } from 'node:fs'
import { isIP } from 'node:net'
import type { Location } from '@gatehouse/proto/gen/common/v1/client'
import ipaddr from 'ipaddr.js'
import { type CityResponse, open, type Reader } from 'maxmind'
import { SettingsError } from '../process/settings.ts'

export type LocationOf = (address: string) => Location | null

export type CountryOf = (address: string) => string | null

type Geoip = { locationOf: LocationOf; countryOf: CountryOf; close(): void }
/** Without addresses, which are personal data. */
export type GeoipEvents = { geoipReloaded(): void; geoipUnreadable(error: unknown): void }

type Options = {
  path: string | null
  events: GeoipEvents
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
 * Opens a database in MaxMind format and reloads it when the file changes. Without a path, every location is
 * unknown. Throws a SettingsError if the file cannot be read; a failed reload leaves the previous database in
 * use.
 */
export async function openGeoip({ path, events, checkEveryMs = 5_000 }: Options): Promise<Geoip> {
  if (path === null) return { locationOf: () => null, countryOf: () => null, close: () => {} }
  let reader = await openFirst(path)
  let isClosed = false

  // The package's own watcher replaces the reader in use, and its error cannot be caught if the new file is damaged.
  const reload = async () => {
    try {
      const next = await open<CityResponse>(path)
      if (isClosed) return
      reader = next
      events.geoipReloaded()
    } catch (error) {
      if (!isClosed) events.geoipUnreadable(error)
    }
  }
  watchFile(path, { interval: checkEveryMs, persistent: false }, reload)

  const recordOf = (address: string): CityResponse | null => {
    try {
      return lookUp(reader, address)
    } catch (error) {
      // Damage inside the file is only found here, and must not prevent sign-ins.
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
    close() {
      isClosed = true
      unwatchFile(path, reload)
    },
  }
}

async function openFirst(path: string): Promise<Reader<CityResponse>> {
  try {
    return await open<CityResponse>(path)
  } catch (error) {
    const isFileError = error instanceof Error && 'syscall' in error && 'code' in error
    const reason = isFileError ? error.code : 'no database in MaxMind format'
    throw new SettingsError([`GATEHOUSE_GEOIP_DATABASE names a file that cannot be used (${reason})`])
  }
}

function lookUp(reader: Reader<CityResponse>, address: string): CityResponse | null {
  // ipaddr.js also accepts incomplete addresses such as 203.0.113.
  if (isIP(address) === 0) return null
  const parsed = ipaddr.process(address)
  if (unroutableRanges.has(parsed.range())) return null
  // An IPv4 database would look up the first 32 bits of an IPv6 address.
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

// Databases from other vendors can differ from the package's types.
type Named = { names?: { en?: unknown }; iso_code?: unknown }

function nameOf(named: Named | undefined): string | undefined {
  const names = [named?.names?.en, named?.iso_code]
  return names.find((name): name is string => typeof name === 'string' && name !== '')
}
