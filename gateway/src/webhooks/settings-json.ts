import {
  type EventFilter,
  EventFilter_Mode,
  type FilterRule,
  FilterRule_Effect,
  type WebhookSettings,
} from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import type { z } from 'zod'
import { present } from '../http/present.ts'
import { type EventFilterShape, filterLists } from '../shapes/webhook-settings.ts'

type FilterJson = z.output<typeof EventFilterShape>
type RuleJson = FilterJson['rules'][number]

/** The settings of a webhook as its managers see them. */
export function settingsJson(sent: WebhookSettings | undefined) {
  const settings = present(sent)
  const { disabled } = settings
  return {
    signing_secret_set: settings.signingSecretSet,
    signing_secret_previous_until: settings.signingSecretPreviousUntil?.toISOString() ?? null,
    signature_tolerance_seconds: settings.signatureToleranceSeconds ?? null,
    event_filter: filterJson(present(settings.eventFilter)),
    deduplicate: settings.deduplicate,
    expires_at: settings.expiresAt?.toISOString() ?? null,
    disabled: disabled ? { at: present(disabled.at).toISOString(), reason: disabled.reason } : null,
  }
}

/** An event filter as webhook-service takes it; null asks for the one that shows everything. */
export function filterMessage(filter: FilterJson | null | undefined): EventFilter | undefined {
  if (filter === undefined) return undefined
  if (filter === null) return { mode: EventFilter_Mode.ALL, rules: [] }
  const mode = filter.mode === 'rules' ? EventFilter_Mode.RULES : EventFilter_Mode.ALL
  return { mode, rules: filter.rules.map(ruleMessage) }
}

function ruleMessage({ effect, events, actions, branches, labels, senders }: RuleJson): FilterRule {
  return {
    effect: effect === 'allow' ? FilterRule_Effect.ALLOW : FilterRule_Effect.DENY,
    events: events ?? [],
    actions: actions ?? [],
    branches: branches ?? [],
    labels: labels ?? [],
    senders: senders ?? [],
  }
}

function filterJson({ mode, rules }: EventFilter): FilterJson {
  return { mode: mode === EventFilter_Mode.RULES ? 'rules' : 'all', rules: rules.map(ruleJson) }
}

/** Lists that ask nothing are left out, as whoever wrote the rule did. */
function ruleJson(rule: FilterRule): RuleJson {
  const lists = filterLists.filter((list) => rule[list].length > 0).map((list) => [list, rule[list]] as const)
  return {
    effect: rule.effect === FilterRule_Effect.ALLOW ? 'allow' : 'deny',
    ...Object.fromEntries(lists),
  }
}
