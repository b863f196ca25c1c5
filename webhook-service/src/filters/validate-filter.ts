import { fieldBounds } from '@gatehouse/proto/field-bounds'
import type {
  EventFilter as WireFilter,
  FilterRule as WireRule,
} from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { EventFilter_Mode, FilterRule_Effect } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { type FieldProblem, maxProblems } from '@gatehouse/service-kit/errors/field-problem'
import { fieldProblem } from '@gatehouse/service-kit/errors/service-error'
import { listLengthProblem } from '@gatehouse/service-kit/fields/list-length'
import type { EventFilter, FilterRule } from './event-filter.ts'
import { formatsWithEvents, isEverShown, isKnownEvent, nearestEvent, shownActionsOf } from './known-events.ts'

const { filterRules, filterValues, filterValue } = fieldBounds
const maxBranchesLength = 10_000
const lists = ['events', 'actions', 'branches', 'labels', 'senders'] as const

export function validateFilter(path: string, sent: WireFilter, problems: FieldProblem[]): EventFilter {
  if (sent.mode === EventFilter_Mode.UNSPECIFIED) problems.push(fieldProblem(`${path}.mode`, 'REQUIRED'))
  const tooMany = listLengthProblem(sent.rules, filterRules.max)
  if (tooMany) problems.push(fieldProblem(`${path}.rules`, ...tooMany))
  const rules = tooMany ? [] : sent.rules
  problems.push(...branchesProblems(path, rules))
  return {
    mode: sent.mode === EventFilter_Mode.RULES ? 'rules' : 'all',
    rules: rules.map((rule, index) => validateRule(`${path}.rules[${index}]`, rule, problems)),
  }
}

/** Bounds the work for an event with ten branches. */
function branchesProblems(path: string, rules: WireRule[]): FieldProblem[] {
  let length = 0
  for (const [index, { branches }] of rules.entries()) {
    length += branches.reduce((sum, branch) => sum + branch.length, 0)
    if (length <= maxBranchesLength) continue
    const message = 'The branches of all rules must have at most 10,000 characters together.'
    return [{ path: `${path}.rules[${index}].branches`, code: 'ARRAY_LENGTH_INVALID', message }]
  }
  return []
}

function validateRule(path: string, rule: WireRule, problems: FieldProblem[]): FilterRule {
  const before = problems.length
  if (rule.effect === FilterRule_Effect.UNSPECIFIED) problems.push(fieldProblem(`${path}.effect`, 'REQUIRED'))
  for (const list of lists) problems.push(...listProblems(`${path}.${list}`, rule[list]))
  if (rule.events.length <= filterValues.max)
    for (const [index, event] of rule.events.entries()) {
      // Further problems are not reported, and a similar name takes time to find.
      if (problems.length >= maxProblems) break
      problems.push(...eventProblems(`${path}.events[${index}]`, event))
    }
  const isValid = problems.length === before && before < maxProblems
  if (rule.effect === FilterRule_Effect.ALLOW && isValid) problems.push(...neverShownProblems(path, rule))
  const { events, actions, branches, labels, senders } = rule
  const effect = rule.effect === FilterRule_Effect.ALLOW ? 'allow' : 'deny'
  return { effect, events, actions, branches, labels, senders }
}

function listProblems(path: string, values: string[]): FieldProblem[] {
  const tooMany = listLengthProblem(values, filterValues.max)
  if (tooMany) return [fieldProblem(path, ...tooMany)]
  return values.flatMap((value, index) => {
    const isRight = value.trim() !== '' && [...value].length <= filterValue.max
    return isRight ? [] : [fieldProblem(`${path}[${index}]`, 'STRING_LENGTH_INVALID', filterValue)]
  })
}

/** A rule that allows what is never shown would do nothing, and its author would wait for messages. */
function neverShownProblems(path: string, { events, actions }: WireRule): FieldProblem[] {
  const named = events.map(eventName)
  const isShown = shownActionsOf(named)
  const problems = (list: string, shown: boolean[]) =>
    shown.flatMap((is, index) => (is ? [] : [fieldProblem(`${path}.${list}[${index}]`, 'NEVER_SHOWN')]))
  return [...problems('events', named.map(isEverShown)), ...problems('actions', actions.map(isShown))]
}

/** `error-tracker:issue` names an event of one format. */
function eventName(name: string): { format: string | null; event: string } {
  const colon = name.indexOf(':')
  return { format: colon < 0 ? null : name.slice(0, colon), event: name.slice(colon + 1) }
}

function eventProblems(path: string, name: string): FieldProblem[] {
  const { format, event } = eventName(name)
  if (format !== null && !formatsWithEvents.includes(format))
    return [fieldProblem(path, 'UNKNOWN_FORMAT_NAME')]
  if (event.trim() === '') return format === null ? [] : [fieldProblem(path, 'INVALID_FORMAT')]
  // The length of a value has a problem of its own.
  if (event.length > 2 * filterValue.max || [...event].length > filterValue.max) return []
  if (isKnownEvent(format, event)) return []
  const nearest = nearestEvent(format, event)
  if (nearest === null)
    return [{ path, code: 'UNKNOWN_EVENT_NAME', message: 'No sender event has this name.' }]
  const prefix = format === null ? '' : `${format}:`
  return [fieldProblem(path, 'UNKNOWN_EVENT_NAME', { nearest: `${prefix}${nearest}` })]
}
