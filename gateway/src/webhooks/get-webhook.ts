import { defineRoute } from '../http/define-route.ts'
import { webhookId } from '../http/params.ts'
import { WebhookResponse } from '../schemas/webhooks.ts'
import { managerErrors } from './manager-errors.ts'
import { webhookJson } from './webhook-json.ts'

export const getWebhook = defineRoute({
  operationId: 'getWebhook',
  tag: 'webhooks',
  method: 'get',
  path: '/webhooks/{webhook_id}',
  access: 'account',
  summary: 'Get a webhook. Requires the Manage Webhooks permission.',
  rateLimit: { bucket: 'webhook:read', per: 'webhook_id' },
  params: webhookId,
  response: WebhookResponse,
  errors: [...managerErrors, 'UNKNOWN_WEBHOOK'],
  async handler({ actor, params, services, context }) {
    const { webhook } = await services.webhooks.get({ actor, id: params.webhook_id }, context)
    return webhookJson(webhook, services, context)
  },
})
