import type { ClientInfo } from '@gatehouse/proto/gen/events/v1/events'

/** A client on the wire; what cannot be told is null (contract.md 1, "Nullable vs optional"; 7 row 39). */
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
