import { presentedToken } from '../http/authenticate.ts'
import { defineRoute } from '../http/define-route.ts'
import { handoffCode } from '../http/params.ts'
import { receiverSecret } from './receiver-secret.ts'

export const cancelHandoff = defineRoute({
  operationId: 'cancelHandoff',
  tag: 'handoff',
  method: 'delete',
  path: '/auth/handoff/{code}',
  access: 'unverified',
  summary:
    'Cancel a handoff as its receiver (X-Handoff-Secret) or giver, or decline it after GET. Has no effect for other callers.',
  rateLimit: { bucket: 'auth:handoff:cancel' },
  params: handoffCode,
  response: null,
  errors: ['INVALID_HANDOFF_CODE', 'UNAUTHORIZED'],
  requestHeaders: ['X-Handoff-Secret'],
  async handler({ params, context, publicUrl, services }) {
    const token = presentedToken(context.req.rawHeaders, { reject: 'repeated' }) ?? undefined
    const secret = receiverSecret.presented(context, publicUrl)
    await services.handoffs.cancel(
      { code: params.code, client: context.client, token, receiverSecret: secret },
      context,
    )
  },
})
