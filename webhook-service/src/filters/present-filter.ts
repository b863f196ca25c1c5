import {
  EventFilter_Mode,
  FilterRule_Effect,
  type EventFilter as WireFilter,
} from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import type { EventFilter } from './event-filter.ts'

export function presentFilter({ mode, rules }: EventFilter): WireFilter {
  return {
    mode: mode === 'rules' ? EventFilter_Mode.RULES : EventFilter_Mode.ALL,
    rules: rules.map((rule) => ({
      ...rule,
      effect: rule.effect === 'allow' ? FilterRule_Effect.ALLOW : FilterRule_Effect.DENY,
    })),
  }
}
