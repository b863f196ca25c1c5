import { toDuration } from '@gatehouse/service-kit/time/duration'
import { defineRoute } from '../http/define-route.ts'
import { webhookId } from '../http/params.ts'
import { WebhookSettingsResponse, WebhookSettingsUpdateRequest } from '../schemas/webhook-settings.ts'
import { managerErrors } from './manager-errors.ts'
import { settingsJson } from './settings-json.ts'
import { settingsPaths, settingsUpdate } from './settings-update.ts'

export const updateWebhookSettings = defineRoute({
  operationId: 'updateWebhookSettings',
  tag: 'webhooks',
  method: 'patch',
  path: '/webhooks/{webhook_id}/settings',
  access: 'account',
  summary: 'Update the settings of a webhook. Requires the Manage Webhooks permission.',
  rateLimit: { bucket: 'webhook:update', per: 'webhook_id' },
  params: webhookId,
  body: WebhookSettingsUpdateRequest,
  response: WebhookSettingsResponse,
  errors: [...managerErrors, 'UNKNOWN_WEBHOOK'],
  fieldErrors: {
    'event_filter.rules.*.events.*': ['UNKNOWN_EVENT_NAME', 'NEVER_SHOWN'],
    'event_filter.rules.*.actions.*': ['NEVER_SHOWN'],
  },
  fieldPaths: settingsPaths,
  requestHeaders: ['X-Audit-Log-Reason'],
  async handler({ actor, params, body, services, context }) {
    const { signing_secret_grace_seconds: graceSeconds } = body
    const { settings } = await services.webhooks.updateSettings(
      {
        actor,
        client: context.client,
        id: params.webhook_id,
        ...settingsUpdate(body),
        signingSecretGrace: graceSeconds === undefined ? undefined : toDuration(graceSeconds * 1000),
      },
      context,
    )
    return settingsJson(settings)
  },
})
