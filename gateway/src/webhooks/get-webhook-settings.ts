import { defineRoute } from '../http/define-route.ts'
import { webhookId } from '../http/params.ts'
import { WebhookSettingsResponse } from '../schemas/webhook-settings.ts'
import { managerErrors } from './manager-errors.ts'
import { settingsJson } from './settings-json.ts'

export const getWebhookSettings = defineRoute({
  operationId: 'getWebhookSettings',
  tag: 'webhooks',
  method: 'get',
  path: '/webhooks/{webhook_id}/settings',
  access: 'account',
  summary: 'Get the settings of a webhook. Requires the Manage Webhooks permission.',
  rateLimit: { bucket: 'webhook:read', per: 'webhook_id' },
  params: webhookId,
  response: WebhookSettingsResponse,
  errors: [...managerErrors, 'UNKNOWN_WEBHOOK'],
  async handler({ actor, params, services, context }) {
    const { settings } = await services.webhooks.getSettings({ actor, id: params.webhook_id }, context)
    return settingsJson(settings)
  },
})
