import { channelId } from '../http/params.ts'
import { noteLimit } from '../http/rate-limit.ts'
import { route } from '../http/route.ts'
import { WebhookCreateRequest, WebhookResponse } from '../shapes/webhooks.ts'
import { managing, webhookBodyLimit } from './managing.ts'
import { webhookJson } from './webhook-json.ts'

export const createWebhook = route({
  method: 'post',
  path: '/channels/{channel_id}/webhooks',
  access: 'account',
  summary: 'Make a webhook on a channel; needs Manage Webhooks there.',
  // Of each caller, whatever becomes of it; what all callers share is counted behind the permission, by webhook-service.
  rateLimit: { bucket: 'webhook:create', limit: 10, windowSeconds: 60, per: 'channel_id' },
  params: channelId,
  body: WebhookCreateRequest,
  bodyLimit: webhookBodyLimit,
  response: WebhookResponse,
  errors: [...managing, 'UNKNOWN_CHANNEL', 'MAX_WEBHOOKS_PER_CHANNEL', 'MAX_WEBHOOKS_PER_GUILD'],
  async handler({ actor, params, body, context, services, call }) {
    const { webhook, rateLimit } = await services.webhooks.create(
      { actor, channelId: params.channel_id, name: body.name },
      call,
    )
    noteLimit(context, rateLimit)
    return webhookJson(webhook, services, call)
  },
})
