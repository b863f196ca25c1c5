import { maskOf } from '@gatehouse/service-kit/resources/field-mask'
import { defineRoute } from '../http/define-route.ts'
import { webhookId } from '../http/params.ts'
import { bodyLimits } from '../limits.ts'
import { WebhookResponse, WebhookUpdateRequest } from '../schemas/webhooks.ts'
import { avatarErrors } from './avatar-errors.ts'
import { managerErrors } from './manager-errors.ts'
import { webhookJson } from './webhook-json.ts'

export const updateWebhook = defineRoute({
  operationId: 'updateWebhook',
  tag: 'webhooks',
  method: 'patch',
  path: '/webhooks/{webhook_id}',
  access: 'account',
  summary:
    'Update a webhook or move it to another channel of its guild. Requires the Manage Webhooks permission.',
  rateLimit: { bucket: 'webhook:update', per: 'webhook_id' },
  params: webhookId,
  body: WebhookUpdateRequest,
  bodyLimit: bodyLimits.webhook,
  response: WebhookResponse,
  errors: [...managerErrors, 'UNKNOWN_WEBHOOK', 'UNKNOWN_CHANNEL', 'MAX_WEBHOOKS_PER_CHANNEL'],
  fieldErrors: avatarErrors,
  fieldPaths: { update: '' },
  requestHeaders: ['X-Audit-Log-Reason'],
  async handler({ actor, params, body, services, context }) {
    const { name, channel_id: channelId, avatar } = body
    const { webhook } = await services.webhooks.update(
      {
        actor,
        client: context.client,
        id: params.webhook_id,
        update: { name, channelId, avatar: avatar ?? undefined },
        updateMask: maskOf({ name, channelId, avatar }),
      },
      context,
    )
    return webhookJson(webhook, services, context)
  },
})
