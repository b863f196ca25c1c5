import { defineRoute } from '../http/define-route.ts'
import { idempotencyKeyErrors, readIdempotencyKey } from '../http/idempotency-key.ts'
import { channelId } from '../http/params.ts'
import { reportLimit } from '../http/rate-limit.ts'
import { bodyLimits } from '../limits.ts'
import { WebhookCreatedResponse, WebhookCreateRequest } from '../schemas/webhooks.ts'
import { avatarErrors } from './avatar-errors.ts'
import { managerErrors } from './manager-errors.ts'
import { webhookJson } from './webhook-json.ts'

export const createWebhook = defineRoute({
  operationId: 'createWebhook',
  tag: 'webhooks',
  method: 'post',
  path: '/channels/{channel_id}/webhooks',
  access: 'account',
  summary: 'Create a webhook. Requires the Manage Webhooks permission.',
  // For each caller. webhook-service has a limit for all callers, which it counts after the permission check.
  rateLimit: { bucket: 'webhook:create', per: 'channel_id' },
  params: channelId,
  body: WebhookCreateRequest,
  bodyLimit: bodyLimits.webhook,
  response: WebhookCreatedResponse,
  errors: [
    ...managerErrors,
    'UNKNOWN_CHANNEL',
    'MAX_WEBHOOKS_PER_CHANNEL',
    'MAX_WEBHOOKS_PER_GUILD',
    'IDEMPOTENCY_KEY_REUSED',
  ],
  fieldErrors: { ...idempotencyKeyErrors, ...avatarErrors },
  requestHeaders: ['X-Audit-Log-Reason', 'Idempotency-Key'],
  async handler({ actor, params, body, context, services, publicUrl }) {
    const { webhook, rateLimit } = await services.webhooks.create(
      {
        actor,
        client: context.client,
        channelId: params.channel_id,
        name: body.name,
        avatar: body.avatar ?? undefined,
        idempotencyKey: readIdempotencyKey(context),
      },
      context,
    )
    reportLimit(context, rateLimit)
    const json = await webhookJson(webhook, services, context)
    return { ...json, url: `${publicUrl}/webhooks/${json.id}/${json.token}` }
  },
})
