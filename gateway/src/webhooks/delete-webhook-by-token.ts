import { webhookIdAndToken } from '../http/params.ts'
import { route } from '../http/route.ts'
import { tokenReference } from './token-reference.ts'

export const deleteWebhookByToken = route({
  method: 'delete',
  path: '/webhooks/{webhook_id}/{token}',
  access: 'anyone',
  summary: 'Delete a webhook by its token.',
  rateLimit: { bucket: 'webhook:delete', limit: 20, windowSeconds: 10, per: 'webhook_id' },
  params: webhookIdAndToken,
  response: null,
  errors: ['UNKNOWN_WEBHOOK'],
  async handler({ params, context, services, call }) {
    await services.webhooks.deleteByToken({ webhook: tokenReference(params, context) }, call)
  },
})
