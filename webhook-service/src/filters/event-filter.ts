import { matchesBranch } from './branch-glob.ts'

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

/** The first rule that matches decides. Without a match the event is denied. */
export function evaluate({ mode, rules }: EventFilter, facts: EventFacts): FilterDecision {
  if (mode === 'all') return { isAllowed: true, isNamed: false }
  const index = rules.findIndex((rule) => matches(rule, facts))
  const rule = rules[index]
  if (!rule) return { isAllowed: false, reason: 'No rule of the event filter allows this event.' }
  if (rule.effect === 'allow') return { isAllowed: true, isNamed: rule.events.length > 0 }
  return { isAllowed: false, reason: `Rule ${index + 1} of the event filter denies it.` }
}

function matches(rule: FilterRule, facts: EventFacts): boolean {
  return (
    matchesAny(rule.events, [facts.event, `${facts.format}:${facts.event}`], isSame) &&
    matchesAny(rule.actions, facts.action === null ? [] : [facts.action], isSame) &&
    matchesAny(rule.branches, facts.branches, matchesBranch) &&
    matchesAny(rule.labels, facts.labels, isSame) &&
    matchesAny(rule.senders, facts.senders, isSame)
  )
}

function matchesAny(
  wanted: string[],
  actual: string[],
  isMatch: (wanted: string, actual: string) => boolean,
): boolean {
  return wanted.length === 0 || wanted.some((each) => actual.some((one) => isMatch(each, one)))
}

/** Code hosts compare logins and labels without case. */
function isSame(wanted: string, actual: string): boolean {
  return wanted.toLowerCase() === actual.toLowerCase()
}
