import { defineRoute } from '../http/define-route.ts'
import { webhookIdAndToken } from '../http/params.ts'
import { tokenReference } from './token-reference.ts'

export const deleteWebhookByToken = defineRoute({
  operationId: 'deleteWebhookByToken',
  tag: 'webhooks',
  method: 'delete',
  path: '/webhooks/{webhook_id}/{token}',
  access: 'anyone',
  summary: 'Delete a webhook with its token.',
  rateLimit: { bucket: 'webhook:delete', per: 'webhook_id' },
  params: webhookIdAndToken,
  response: null,
  errors: ['UNKNOWN_WEBHOOK'],
  requestHeaders: ['X-Audit-Log-Reason'],
  async handler({ params, context, services }) {
    await services.webhooks.deleteByToken({ webhook: tokenReference(params, context) }, context)
  },
})
