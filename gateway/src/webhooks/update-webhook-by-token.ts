import { webhookIdAndToken } from '../http/params.ts'
import { route } from '../http/route.ts'
import { WebhookTokenResponse, WebhookTokenUpdateRequest } from '../shapes/webhooks.ts'
import { webhookBodyLimit } from './managing.ts'
import { tokenReference } from './token-reference.ts'
import { webhookTokenJson } from './webhook-json.ts'

export const updateWebhookByToken = route({
  method: 'patch',
  path: '/webhooks/{webhook_id}/{token}',
  access: 'anyone',
  summary: 'Change the name or avatar of a webhook by its token.',
  rateLimit: { bucket: 'webhook:update', limit: 20, windowSeconds: 10, per: 'webhook_id' },
  params: webhookIdAndToken,
  body: WebhookTokenUpdateRequest,
  bodyLimit: webhookBodyLimit,
  // A token moves nothing; saying so beats ignoring the wish (contract.md 1, "Unknown keys").
  forbiddenKeys: ['channel_id'],
  response: WebhookTokenResponse,
  errors: ['UNKNOWN_WEBHOOK'],
  async handler({ params, body, context, services, call }) {
    const { webhook } = await services.webhooks.updateByToken(
      { webhook: tokenReference(params, context), name: body.name, clearAvatar: body.avatar === null },
      call,
    )
    return webhookTokenJson(webhook)
  },
})
