import type { Config } from '../config.ts'
import { type Asset, asset } from '../http/asset.ts'
import { jsonType } from '../http/http-response.ts'

/** WebAuthn L3, 5.11: the origins that may use the passkeys of this domain. */
export function relatedOrigins({
  webauthnOrigins,
  publicUrl,
}: Pick<Config, 'publicUrl' | 'webauthnOrigins'>): Asset {
  const origins = webauthnOrigins.length > 0 ? webauthnOrigins : [new URL(publicUrl).origin]
  return asset(jsonType, () => JSON.stringify({ origins }))
}
