import { maskOf } from '@gatehouse/service-kit/resources/field-mask'
import { defineRoute } from '../http/define-route.ts'
import { webhookIdAndToken } from '../http/params.ts'
import { bodyLimits } from '../limits.ts'
import { WebhookTokenResponse, WebhookTokenUpdateRequest } from '../schemas/webhooks.ts'
import { avatarErrors } from './avatar-errors.ts'
import { assertToken, tokenReference } from './token-reference.ts'
import { webhookTokenJson } from './webhook-json.ts'

export const updateWebhookByToken = defineRoute({
  operationId: 'updateWebhookByToken',
  tag: 'webhooks',
  method: 'patch',
  path: '/webhooks/{webhook_id}/{token}',
  access: 'anyone',
  summary: 'Update the name or avatar of a webhook with its token.',
  rateLimit: { bucket: 'webhook:update', per: 'webhook_id' },
  params: webhookIdAndToken,
  body: WebhookTokenUpdateRequest,
  bodyLimit: bodyLimits.webhook,
  allowLargeBody: assertToken,
  // A token cannot move a webhook. An error is clearer than ignoring the field.
  forbiddenKeys: ['channel_id'],
  response: WebhookTokenResponse,
  errors: ['UNKNOWN_WEBHOOK'],
  fieldErrors: avatarErrors,
  fieldPaths: { update: '' },
  requestHeaders: ['X-Audit-Log-Reason'],
  async handler({ params, body, context, services }) {
    const { name, avatar } = body
    const { webhook } = await services.webhooks.updateByToken(
      {
        webhook: tokenReference(params, context),
        update: { name, avatar: avatar ?? undefined },
        updateMask: maskOf({ name, avatar }),
      },
      context,
    )
    return webhookTokenJson(webhook)
  },
})
