import { webhookId } from '../http/params.ts'
import { route } from '../http/route.ts'
import { WebhookResponse } from '../shapes/webhooks.ts'
import { managing } from './managing.ts'
import { webhookJson } from './webhook-json.ts'

export const getWebhook = route({
  method: 'get',
  path: '/webhooks/{webhook_id}',
  access: 'account',
  summary: 'Show a webhook; needs Manage Webhooks.',
  rateLimit: { bucket: 'webhook:read', limit: 100, windowSeconds: 10, per: 'webhook_id' },
  params: webhookId,
  response: WebhookResponse,
  errors: [...managing, 'UNKNOWN_WEBHOOK'],
  async handler({ actor, params, services, call }) {
    const { webhook } = await services.webhooks.get({ actor, id: params.webhook_id }, call)
    return webhookJson(webhook, services, call)
  },
})
