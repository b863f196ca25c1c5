import { present } from '../http/present.ts'
import { soundToken } from '../http/presented-token.ts'
import { route } from '../http/route.ts'
import { HandoffInitiateResponse } from '../shapes/handoff.ts'
import { giveSecret } from './receiver-secret.ts'

export const initiateHandoff = route({
  method: 'post',
  path: '/auth/handoff/initiate',
  access: 'optional',
  summary:
    'Begin to hand a session over. Without Authorization the caller is the receiver and is given X-Handoff-Secret; with it the caller gives.',
  rateLimit: { bucket: 'auth:handoff:initiate', limit: 10, windowSeconds: 60 },
  response: HandoffInitiateResponse,
  errors: ['UNAUTHORIZED'],
  async handler(request) {
    const { context, services, call } = request
    // A giver whose token is bad must not become a receiver unawares (contract.md 9, "HEAD").
    const token = soundToken(context.req.rawHeaders) ?? ''
    const made = await services.handoffs.initiate({ client: context.client, token }, call)
    giveSecret(made.receiverSecret, request)
    return { code: made.code, expires_at: present(made.expiresAt).toISOString() }
  },
})
