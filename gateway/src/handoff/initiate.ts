import { presentedToken } from '../http/authenticate.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireField } from '../http/require-field.ts'
import { HandoffInitiateResponse } from '../schemas/handoff.ts'
import { receiverSecret } from './receiver-secret.ts'

export const initiateHandoff = defineRoute({
  operationId: 'initiateHandoff',
  tag: 'handoff',
  method: 'post',
  path: '/auth/handoff/initiate',
  access: 'unverified',
  summary:
    'Start a session handoff. Without Authorization the caller is the receiver and gets X-Handoff-Secret; with it the caller is the giver.',
  rateLimit: { bucket: 'auth:handoff:initiate' },
  response: HandoffInitiateResponse,
  errors: ['UNAUTHORIZED'],
  requestHeaders: ['X-Client-Location'],
  responseHeaders: ['X-Handoff-Secret', 'Set-Cookie'],
  async handler(request) {
    const { context, services } = request
    // A giver with an invalid token must not become a receiver.
    const token = presentedToken(context.req.rawHeaders, { reject: 'repeated-or-malformed' }) ?? undefined
    const handoff = await services.handoffs.initiate({ client: context.client, token }, context)
    if (handoff.receiverSecret !== undefined) receiverSecret.store(handoff.receiverSecret, request)
    return { code: handoff.code, expires_at: requireField(handoff.expiresAt).toISOString() }
  },
})
