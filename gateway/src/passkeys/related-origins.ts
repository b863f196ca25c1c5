import type { Config } from '../config.ts'
import { type Asset, asset } from '../http/asset.ts'

/** WebAuthn L3, 5.11: the origins that may use the passkeys of this domain. */
export function relatedOrigins({
  webauthnOrigins,
  publicUrl,
}: Pick<Config, 'publicUrl' | 'webauthnOrigins'>): Asset {
  const origins = webauthnOrigins.length > 0 ? webauthnOrigins : [new URL(publicUrl).origin]
  return asset('application/json; charset=utf-8', () => JSON.stringify({ origins }))
}
