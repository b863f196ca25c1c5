import { onlyToken } from '../http/presented-token.ts'
import { route } from '../http/route.ts'
import { handoffCode } from './handoff-code.ts'
import { presentedSecret } from './receiver-secret.ts'

export const cancelHandoff = route({
  method: 'delete',
  path: '/auth/handoff/{code}',
  access: 'optional',
  summary:
    'Cancel a handoff, as its receiver (X-Handoff-Secret) or its giver; for anybody else nothing happens.',
  rateLimit: { bucket: 'auth:handoff:cancel', limit: 10, windowSeconds: 60 },
  params: handoffCode,
  response: null,
  errors: ['INVALID_HANDOFF_CODE', 'UNAUTHORIZED'],
  async handler({ params, context, publicUrl, services, call }) {
    const token = onlyToken(context.req.rawHeaders) ?? ''
    const receiverSecret = presentedSecret(context, publicUrl)
    await services.handoffs.cancel({ code: params.code, client: context.client, token, receiverSecret }, call)
  },
})
