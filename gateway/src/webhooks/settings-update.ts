import { executionFormats } from '@gatehouse/proto/executions/formats'
import {
  type EventFilter,
  EventFilter_Mode,
  type FilterRule,
  FilterRule_Effect,
  type UpdateSettingsRequest,
} from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { maskOf } from '@gatehouse/service-kit/resources/field-mask'
import { toDuration } from '@gatehouse/service-kit/time/duration'
import type { z } from 'zod'
import type { EventFilterSchema, WebhookSettingsUpdateRequest } from '../schemas/webhook-settings.ts'

type FilterJson = z.output<typeof EventFilterSchema>

/** Null clears a setting, undefined leaves it as it is. */
export function settingsUpdate(
  body: z.output<typeof WebhookSettingsUpdateRequest>,
): Pick<UpdateSettingsRequest, 'update' | 'updateMask'> {
  const { signing_secret: signingSecret, signature_tolerance_seconds: toleranceSeconds } = body
  const { event_filter: eventFilter, deduplicate, expires_at: expiresAt, disabled } = body
  const allowedFormats = body.allowed_formats
  return {
    update: {
      signingSecret: signingSecret ?? undefined,
      signatureTolerance: toleranceSeconds ? toDuration(toleranceSeconds * 1000) : undefined,
      eventFilter: eventFilter ? filterMessage(eventFilter) : undefined,
      deduplicate,
      allowedFormats: allowedFormats?.map((name) => executionFormats[name].format) ?? [],
      expiresAt: expiresAt ?? undefined,
    },
    updateMask: maskOf({
      signingSecret,
      signatureTolerance: toleranceSeconds,
      eventFilter,
      deduplicate,
      allowedFormats,
      expiresAt,
      disabled,
    }),
  }
}

export const settingsPaths = {
  'update.signature_tolerance': 'signature_tolerance_seconds',
  signing_secret_grace: 'signing_secret_grace_seconds',
  update: '',
}

function filterMessage({ mode, rules }: FilterJson): EventFilter {
  return {
    mode: mode === 'rules' ? EventFilter_Mode.RULES : EventFilter_Mode.ALL,
    rules: rules.map(ruleMessage),
  }
}

function ruleMessage({
  effect,
  events,
  actions,
  branches,
  labels,
  senders,
}: FilterJson['rules'][number]): FilterRule {
  return {
    effect: effect === 'allow' ? FilterRule_Effect.ALLOW : FilterRule_Effect.DENY,
    events: events ?? [],
    actions: actions ?? [],
    branches: branches ?? [],
    labels: labels ?? [],
    senders: senders ?? [],
  }
}
