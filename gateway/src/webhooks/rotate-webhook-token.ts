import { toDuration } from '@gatehouse/service-kit/time/duration'
import { defineRoute } from '../http/define-route.ts'
import { webhookId } from '../http/params.ts'
import { WebhookResponse, WebhookTokenRotateRequest } from '../schemas/webhooks.ts'
import { managerErrors } from './manager-errors.ts'
import { webhookJson } from './webhook-json.ts'

export const rotateWebhookToken = defineRoute({
  operationId: 'rotateWebhookToken',
  tag: 'webhooks',
  method: 'post',
  path: '/webhooks/{webhook_id}/rotate-token',
  access: 'account',
  summary: 'Replace the token of a webhook. Requires the Manage Webhooks permission.',
  rateLimit: { bucket: 'webhook:update', per: 'webhook_id' },
  params: webhookId,
  body: WebhookTokenRotateRequest,
  response: WebhookResponse,
  errors: [...managerErrors, 'UNKNOWN_WEBHOOK'],
  fieldPaths: { grace: 'grace_seconds' },
  requestHeaders: ['X-Audit-Log-Reason'],
  async handler({ actor, params, body, services, context }) {
    const { webhook } = await services.webhooks.rotateToken(
      {
        actor,
        client: context.client,
        id: params.webhook_id,
        grace: toDuration((body.grace_seconds ?? 0) * 1000),
      },
      context,
    )
    return webhookJson(webhook, services, context)
  },
})
