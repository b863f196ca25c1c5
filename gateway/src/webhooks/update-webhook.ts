import { webhookId } from '../http/params.ts'
import { route } from '../http/route.ts'
import { WebhookResponse, WebhookUpdateRequest } from '../shapes/webhooks.ts'
import { managing, webhookBodyLimit } from './managing.ts'
import { webhookJson } from './webhook-json.ts'

export const updateWebhook = route({
  method: 'patch',
  path: '/webhooks/{webhook_id}',
  access: 'account',
  summary: 'Change a webhook or move it to another channel of its guild; needs Manage Webhooks.',
  rateLimit: { bucket: 'webhook:update', limit: 20, windowSeconds: 10, per: 'webhook_id' },
  params: webhookId,
  body: WebhookUpdateRequest,
  bodyLimit: webhookBodyLimit,
  response: WebhookResponse,
  errors: [...managing, 'UNKNOWN_WEBHOOK', 'UNKNOWN_CHANNEL', 'MAX_WEBHOOKS_PER_CHANNEL'],
  async handler({ actor, params, body, services, call }) {
    const { name, channel_id, avatar } = body
    const { webhook } = await services.webhooks.update(
      { actor, id: params.webhook_id, name, channelId: channel_id, clearAvatar: avatar === null },
      call,
    )
    return webhookJson(webhook, services, call)
  },
})
