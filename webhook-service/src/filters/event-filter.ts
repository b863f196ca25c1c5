import { matchesBranch } from './branch-glob.ts'

/** Lists that are empty ask nothing; each of the others must have something that fits. */
export type FilterRule = {
  effect: 'allow' | 'deny'
  events: string[]
  actions: string[]
  branches: string[]
  labels: string[]
  senders: string[]
}

/** Which events a webhook shows (contract.md 8, Event filter). */
export type EventFilter = { mode: 'all' | 'rules'; rules: FilterRule[] }

export const showsAll: EventFilter = { mode: 'all', rules: [] }

/** What of a payload rules can ask for. */
export type EventFacts = {
  format: string
  event: string
  action: string | null
  branches: string[]
  labels: string[]
  senders: string[]
}

/** `isNamed`: the rule that allows it names the event, which is what opt-in events wait for. */
export type Verdict = { isAllowed: true; isNamed: boolean } | { isAllowed: false; reason: string }

/** The first rule that matches decides; without a match the event is denied. */
export function evaluate({ mode, rules }: EventFilter, facts: EventFacts): Verdict {
  if (mode === 'all') return { isAllowed: true, isNamed: false }
  const index = rules.findIndex((rule) => matches(rule, facts))
  const rule = rules[index]
  if (!rule) return { isAllowed: false, reason: 'No rule of the event filter allows it.' }
  if (rule.effect === 'allow') return { isAllowed: true, isNamed: rule.events.length > 0 }
  return { isAllowed: false, reason: `Rule ${index + 1} of the event filter denies it.` }
}

function matches(rule: FilterRule, facts: EventFacts): boolean {
  return (
    fits(rule.events, [facts.event, `${facts.format}:${facts.event}`], isSame) &&
    fits(rule.actions, facts.action === null ? [] : [facts.action], isSame) &&
    fits(rule.branches, facts.branches, matchesBranch) &&
    fits(rule.labels, facts.labels, isSame) &&
    fits(rule.senders, facts.senders, isSame)
  )
}

function fits(wanted: string[], there: string[], isFit: (wanted: string, there: string) => boolean): boolean {
  return wanted.length === 0 || wanted.some((each) => there.some((one) => isFit(each, one)))
}

/** Code hosts tell neither logins nor labels apart by case. */
function isSame(wanted: string, there: string): boolean {
  return wanted.toLowerCase() === there.toLowerCase()
}
