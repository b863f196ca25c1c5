import { defineRoute } from '../http/define-route.ts'
import { webhookId } from '../http/params.ts'
import { managerErrors } from './manager-errors.ts'

export const deleteWebhook = defineRoute({
  operationId: 'deleteWebhook',
  tag: 'webhooks',
  method: 'delete',
  path: '/webhooks/{webhook_id}',
  access: 'account',
  summary: 'Delete a webhook. Requires the Manage Webhooks permission.',
  rateLimit: { bucket: 'webhook:delete', per: 'webhook_id' },
  params: webhookId,
  response: null,
  errors: [...managerErrors, 'UNKNOWN_WEBHOOK'],
  requestHeaders: ['X-Audit-Log-Reason'],
  async handler({ actor, params, services, context }) {
    await services.webhooks.delete({ actor, client: context.client, id: params.webhook_id }, context)
  },
})
