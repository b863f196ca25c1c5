import { defineRoute } from '../http/define-route.ts'

export const sendSudoEmail = defineRoute({
  operationId: 'sendSudoEmail',
  tag: 'users',
  method: 'post',
  path: '/users/@me/sudo/email/send',
  access: 'account',
  summary:
    'Send a code by mail to prove your identity: only if `email` is among the methods of SUDO_MODE_REQUIRED, for accounts without a password, a passkey and a second factor.',
  rateLimit: { bucket: 'users:me:sudo:email' },
  response: null,
  errors: ['SUDO_MODE_REQUIRED'],
  async handler({ actor, context, services }) {
    await services.auth.sendStepUpEmail({ actor, client: context.client }, context)
  },
})
