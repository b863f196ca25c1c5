import { fieldBounds } from '@gatehouse/proto/field-bounds'
import type {
  EventFilter as WireFilter,
  FilterRule as WireRule,
} from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { EventFilter_Mode, FilterRule_Effect } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { type FieldProblem, fieldProblem } from '@gatehouse/service-kit/errors/service-error'
import type { EventFilter, FilterRule } from './event-filter.ts'

const { filterRules, filterValues, filterValue } = fieldBounds
const formatsWithEvents = ['code-host', 'error-tracker']
const lists = ['events', 'actions', 'branches', 'labels', 'senders'] as const

export function validateFilter(path: string, sent: WireFilter, problems: FieldProblem[]): EventFilter {
  if (sent.mode === EventFilter_Mode.UNSPECIFIED) problems.push(fieldProblem(`${path}.mode`, 'REQUIRED'))
  if (sent.rules.length > filterRules.max) problems.push(tooMany(`${path}.rules`, filterRules.max))
  const rules = sent.rules.slice(0, filterRules.max)
  return {
    mode: sent.mode === EventFilter_Mode.RULES ? 'rules' : 'all',
    rules: rules.map((rule, index) => validateRule(`${path}.rules.${index}`, rule, problems)),
  }
}

function validateRule(path: string, rule: WireRule, problems: FieldProblem[]): FilterRule {
  if (rule.effect === FilterRule_Effect.UNSPECIFIED) problems.push(fieldProblem(`${path}.effect`, 'REQUIRED'))
  for (const list of lists) problems.push(...listProblems(`${path}.${list}`, rule[list]))
  rule.events.forEach((event, index) => {
    problems.push(...formatProblems(`${path}.events.${index}`, event))
  })
  const { events, actions, branches, labels, senders } = rule
  const effect = rule.effect === FilterRule_Effect.ALLOW ? 'allow' : 'deny'
  return { effect, events, actions, branches, labels, senders }
}

function listProblems(path: string, values: string[]): FieldProblem[] {
  if (values.length > filterValues.max) return [tooMany(path, filterValues.max)]
  return values.flatMap((value, index) => {
    const isRight = value.trim() !== '' && [...value].length <= filterValue.max
    return isRight ? [] : [fieldProblem(`${path}.${index}`, 'STRING_LENGTH_INVALID', filterValue)]
  })
}

/** `error-tracker:issue` names an event of one format. */
function formatProblems(path: string, event: string): FieldProblem[] {
  const colon = event.indexOf(':')
  if (colon < 0) return []
  if (!formatsWithEvents.includes(event.slice(0, colon))) return [fieldProblem(path, 'UNKNOWN_FORMAT_NAME')]
  return event.slice(colon + 1).trim() === '' ? [fieldProblem(path, 'INVALID_FORMAT')] : []
}

function tooMany(path: string, max: number): FieldProblem {
  return fieldProblem(path, 'ARRAY_LENGTH_INVALID', { min: 0, max })
}
