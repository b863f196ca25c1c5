import { webhookId } from '../http/params.ts'
import { route } from '../http/route.ts'
import { managing } from './managing.ts'

export const deleteWebhook = route({
  method: 'delete',
  path: '/webhooks/{webhook_id}',
  access: 'account',
  summary: 'Delete a webhook; needs Manage Webhooks.',
  rateLimit: { bucket: 'webhook:delete', limit: 20, windowSeconds: 10, per: 'webhook_id' },
  params: webhookId,
  response: null,
  errors: [...managing, 'UNKNOWN_WEBHOOK'],
  async handler({ actor, params, services, call }) {
    await services.webhooks.delete({ actor, id: params.webhook_id }, call)
  },
})
