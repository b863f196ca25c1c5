import { type FormatName, formatNames } from '@gatehouse/proto/executions/formats'
import type { Format } from '@gatehouse/proto/gen/webhooks/v1/messages'
import {
  type EventFilter,
  EventFilter_Mode,
  type FilterRule,
  FilterRule_Effect,
  type WebhookSettings,
} from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { durationMs } from '@gatehouse/service-kit/time/duration'
import type { z } from 'zod'
import { requireField } from '../http/require-field.ts'
import { type EventFilterSchema, filterLists } from '../schemas/webhook-settings.ts'

type FilterJson = z.output<typeof EventFilterSchema>
type RuleJson = FilterJson['rules'][number]

export function settingsJson(message: WebhookSettings | undefined) {
  const settings = requireField(message)
  const { disabled, signatureTolerance } = settings
  return {
    signing_secret_set: settings.signingSecretSet,
    signing_secret_previous_until: settings.signingSecretPreviousUntil?.toISOString() ?? null,
    signature_tolerance_seconds: signatureTolerance ? durationMs(signatureTolerance) / 1000 : null,
    event_filter: filterJson(requireField(settings.eventFilter)),
    deduplicate: settings.deduplicate,
    allowed_formats: formatsJson(settings.allowedFormats),
    expires_at: settings.expiresAt?.toISOString() ?? null,
    disabled: disabled ? { at: requireField(disabled.at).toISOString(), reason: disabled.reason } : null,
  }
}

function formatsJson(formats: Format[]): FormatName[] | null {
  return formats.length === 0 ? null : formats.flatMap((format) => formatNames[format] ?? [])
}

function filterJson({ mode, rules }: EventFilter): FilterJson {
  return { mode: mode === EventFilter_Mode.RULES ? 'rules' : 'all', rules: rules.map(ruleJson) }
}

/** Empty lists are omitted, as in the request. */
function ruleJson(rule: FilterRule): RuleJson {
  const lists = filterLists.filter((list) => rule[list].length > 0).map((list) => [list, rule[list]] as const)
  return {
    effect: rule.effect === FilterRule_Effect.ALLOW ? 'allow' : 'deny',
    ...Object.fromEntries(lists),
  }
}
