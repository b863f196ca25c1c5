import type { ClientInfo } from '@gatehouse/proto/gen/events/v1/events'

/** Unknown values are null. */
export function clientInfoJson({ browser, os, platform, location }: ClientInfo) {
  return {
    browser: browser ?? null,
    location: location
      ? { city: location.city ?? null, country: location.country ?? null, region: location.region ?? null }
      : null,
    os: os ?? null,
    platform: platform ?? null,
  }
}
