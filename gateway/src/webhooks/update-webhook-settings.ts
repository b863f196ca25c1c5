import { defineRoute } from '../http/define-route.ts'
import { webhookId } from '../http/params.ts'
import { WebhookSettingsResponse, WebhookSettingsUpdateRequest } from '../schemas/webhook-settings.ts'
import { managerErrors } from './manager-errors.ts'
import { filterMessage, settingsJson } from './settings-json.ts'

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
  fieldErrors: { 'event_filter.rules.*.events.*': ['UNKNOWN_EVENT_NAME'] },
  async handler({ actor, params, body, services, context }) {
    const { settings } = await services.webhooks.updateSettings(
      {
        actor,
        id: params.webhook_id,
        signingSecret: body.signing_secret ?? undefined,
        clearSigningSecret: body.signing_secret === null,
        signingSecretGraceSeconds: body.signing_secret_grace_seconds,
        signatureToleranceSeconds: body.signature_tolerance_seconds ?? undefined,
        clearSignatureTolerance: body.signature_tolerance_seconds === null,
        eventFilter: filterMessage(body.event_filter),
        deduplicate: body.deduplicate,
        expiresAt: body.expires_at ?? undefined,
        clearExpiresAt: body.expires_at === null,
        enable: body.disabled === null,
      },
      context,
    )
    return settingsJson(settings)
  },
})
