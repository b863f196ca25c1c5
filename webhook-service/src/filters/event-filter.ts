import { branchMatcher } from './branch-glob.ts'

/** Matches if every list that is not empty contains a match. */
export type FilterRule = {
  effect: 'allow' | 'deny'
  events: string[]
  actions: string[]
  branches: string[]
  labels: string[]
  senders: string[]
}

export type EventFilter = { mode: 'all' | 'rules'; rules: FilterRule[] }

export const allowAll: EventFilter = { mode: 'all', rules: [] }

export type EventFacts = {
  format: string
  event: string
  action: string | null
  branches: string[]
  labels: string[]
  senders: string[]
}

/** `isNamed`: the rule names the event, which opt-in events require. */
export type FilterDecision = { isAllowed: true; isNamed: boolean } | { isAllowed: false; reason: string }

/** Facts in the form in which every rule compares them. */
type PreparedFacts = {
  branches: string[]
  events: ReadonlySet<string>
  actions: ReadonlySet<string>
  labels: ReadonlySet<string>
  senders: ReadonlySet<string>
}

/** Longer than every value of a rule, of which each character can become three. */
const maxNameLength = 800
const maxBranches = 10

/** The first rule that matches decides. Without a match the event is denied. */
export function evaluate({ mode, rules }: EventFilter, facts: EventFacts): FilterDecision {
  if (mode === 'all') return { isAllowed: true, isNamed: false }
  const prepared = prepare(facts)
  const index = rules.findIndex((rule) => matches(rule, prepared))
  const rule = rules[index]
  if (!rule) return { isAllowed: false, reason: 'No rule of the event filter allows this event.' }
  if (rule.effect === 'allow') return { isAllowed: true, isNamed: rule.events.length > 0 }
  return { isAllowed: false, reason: `Rule ${index + 1} of the event filter denies it.` }
}

function prepare({ format, event, action, branches, labels, senders }: EventFacts): PreparedFacts {
  return {
    branches: branches.slice(0, maxBranches),
    events: folded([event, `${format}:${event}`]),
    actions: folded(action === null ? [] : [action]),
    labels: folded(labels),
    senders: folded(senders),
  }
}

/** Code hosts compare logins and labels without case. */
function folded(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.filter(({ length }) => length <= maxNameLength).map((name) => name.toLowerCase()))
}

function matches(rule: FilterRule, facts: PreparedFacts): boolean {
  return (
    matchesAny(rule.events, facts.events) &&
    matchesAny(rule.actions, facts.actions) &&
    matchesAny(rule.labels, facts.labels) &&
    matchesAny(rule.senders, facts.senders) &&
    matchesAnyBranch(rule.branches, facts.branches)
  )
}

function matchesAny(wanted: readonly string[], actual: ReadonlySet<string>): boolean {
  return wanted.length === 0 || wanted.some((each) => actual.has(each.toLowerCase()))
}

function matchesAnyBranch(patterns: readonly string[], branches: readonly string[]): boolean {
  return patterns.length === 0 || (branches.length > 0 && branches.some(branchMatcher(patterns)))
}
