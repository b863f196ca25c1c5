import type { Logger } from '../process/log.ts'
import type { GeoipEvents } from './geoip.ts'

export function geoipLogEvents(log: Logger): GeoipEvents {
  return {
    geoipReloaded: () => log.info({ event: 'geoip.reloaded' }, 'GeoIP database reloaded'),
    geoipUnreadable: (err) => log.warn({ event: 'geoip.unreadable', err }, 'GeoIP database unreadable'),
  }
}
