import { webhookId } from '../http/params.ts'
import { route } from '../http/route.ts'
import { WebhookSettingsResponse } from '../shapes/webhook-settings.ts'
import { managing } from './managing.ts'
import { settingsJson } from './settings-json.ts'

export const getWebhookSettings = route({
  method: 'get',
  path: '/webhooks/{webhook_id}/settings',
  access: 'account',
  summary: 'Show what a webhook asks of its senders and shows of their events; needs Manage Webhooks.',
  rateLimit: { bucket: 'webhook:read', limit: 100, windowSeconds: 10, per: 'webhook_id' },
  params: webhookId,
  response: WebhookSettingsResponse,
  errors: [...managing, 'UNKNOWN_WEBHOOK'],
  async handler({ actor, params, services, call }) {
    const { settings } = await services.webhooks.getSettings({ actor, id: params.webhook_id }, call)
    return settingsJson(settings)
  },
})
