import { setting } from './setting.ts'

/** The setting of a process that looks addresses up in GeoIP, to spread into its table; `without` says what is so when it is unset. */
export function geoipSettings(without: string) {
  return {
    geoipDatabase: setting.path({
      env: 'GATEHOUSE_GEOIP_DATABASE',
      default: null,
      meaning: `City or country database in MaxMind format (.mmdb), read again when it changes; without it ${without}`,
    }),
  }
}
