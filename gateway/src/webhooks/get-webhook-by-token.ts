import { webhookIdAndToken } from '../http/params.ts'
import { route } from '../http/route.ts'
import { WebhookTokenResponse } from '../shapes/webhooks.ts'
import { tokenReference } from './token-reference.ts'
import { webhookTokenJson } from './webhook-json.ts'

export const getWebhookByToken = route({
  method: 'get',
  path: '/webhooks/{webhook_id}/{token}',
  access: 'anyone',
  summary: 'Show a webhook to whoever holds its token.',
  rateLimit: { bucket: 'webhook:read', limit: 100, windowSeconds: 10, per: 'webhook_id' },
  params: webhookIdAndToken,
  response: WebhookTokenResponse,
  errors: ['UNKNOWN_WEBHOOK'],
  async handler({ params, context, services, call }) {
    const { webhook } = await services.webhooks.getByToken({ webhook: tokenReference(params, context) }, call)
    return webhookTokenJson(webhook)
  },
})
