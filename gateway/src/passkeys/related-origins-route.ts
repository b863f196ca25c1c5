import { fixedRoute } from '../http/fixed-route.ts'

export const relatedOriginsRoute = fixedRoute(
  '/.well-known/webauthn',
  'Get the origins that may use the passkeys of this domain.',
  (_params, _context, { relatedOrigins }) => relatedOrigins,
)
