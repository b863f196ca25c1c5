import type { Session } from '@gatehouse/proto/gen/sessions/v1/sessions'

/** A session on the wire; what cannot be told is null (contract.md 1, "Nullable vs optional"; 7 row 39). */
export function sessionJson(session: Session, currentIdHash: string) {
  const { browser, os, platform, location } = session
  return {
    approx_last_used_at: session.lastUsedAt?.toISOString() ?? null,
    client_info: {
      browser: browser ?? null,
      location: location
        ? { city: location.city ?? null, country: location.country ?? null, region: location.region ?? null }
        : null,
      os: os ?? null,
      platform: platform ?? null,
    },
    current: session.idHash === currentIdHash,
    id_hash: session.idHash,
  }
}
