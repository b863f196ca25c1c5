import { executionFormats } from '@gatehouse/proto/executions/formats'
import type { WebhookSettings as WireSettings } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { toDuration } from '@gatehouse/service-kit/time/duration'
import { presentFilter } from '../filters/present-filter.ts'
import type { Webhook } from '../webhooks/webhook.ts'

export function presentSettings({ settings, disabled }: Webhook, now: number): WireSettings {
  const { previousSecret, expiresAt, signatureToleranceSeconds: tolerance } = settings
  return {
    signingSecretSet: settings.signingSecret !== null,
    signingSecretPreviousUntil:
      previousSecret && now < previousSecret.until ? new Date(previousSecret.until) : undefined,
    signatureTolerance: tolerance === null ? undefined : toDuration(tolerance * 1000),
    eventFilter: presentFilter(settings.eventFilter),
    deduplicate: settings.deduplicate,
    allowedFormats: settings.allowedFormats?.map((name) => executionFormats[name].format) ?? [],
    expiresAt: expiresAt === null ? undefined : new Date(expiresAt),
    disabled: disabled ? { at: new Date(disabled.at), reason: disabled.reason } : undefined,
  }
}
