import { defineRoute } from '../http/define-route.ts'
import { webhookIdAndToken } from '../http/params.ts'
import { WebhookTokenResponse } from '../schemas/webhooks.ts'
import { tokenReference } from './token-reference.ts'
import { webhookTokenJson } from './webhook-json.ts'

export const getWebhookByToken = defineRoute({
  operationId: 'getWebhookByToken',
  tag: 'webhooks',
  method: 'get',
  path: '/webhooks/{webhook_id}/{token}',
  access: 'anyone',
  summary: 'Get a webhook with its token.',
  rateLimit: { bucket: 'webhook:read', per: 'webhook_id' },
  params: webhookIdAndToken,
  response: WebhookTokenResponse,
  errors: ['UNKNOWN_WEBHOOK'],
  async handler({ params, context, services }) {
    const { webhook } = await services.webhooks.getByToken(
      { webhook: tokenReference(params, context) },
      context,
    )
    return webhookTokenJson(webhook)
  },
})
