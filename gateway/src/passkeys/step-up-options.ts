import { defineRoute } from '../http/define-route.ts'
import { WebAuthnAuthenticationOptionsResponse } from '../schemas/passkeys.ts'

export const passkeyStepUpOptions = defineRoute({
  operationId: 'getPasskeyStepUpOptions',
  tag: 'users',
  method: 'post',
  path: '/users/@me/sudo/webauthn/authentication-options',
  access: 'account',
  summary: 'Get options to prove your identity with a passkey.',
  rateLimit: { bucket: 'users:me:sudo:webauthn' },
  response: WebAuthnAuthenticationOptionsResponse,
  errors: ['NO_PASSKEYS_REGISTERED'],
  async handler({ actor, context, services }) {
    return JSON.parse((await services.auth.startPasskeyStepUp({ actor }, context)).optionsJson)
  },
})
