import { EventFilter_Mode, FilterRule_Effect } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import type { FieldProblem } from '@gatehouse/service-kit/errors/field-problem'
import { leastProcessorMs } from '@gatehouse/service-kit/testing/processor-ms'
import { expect } from 'chai'
import { events } from '../formats/code-host/events.ts'
import { resources } from '../formats/error-tracker/resources.ts'
import { validateFilter } from './validate-filter.ts'

const rule = (lists: Partial<Record<'events' | 'actions' | 'branches' | 'labels', string[]>>) => ({
  effect: FilterRule_Effect.ALLOW as FilterRule_Effect,
  events: [],
  actions: [],
  branches: [],
  labels: [],
  senders: [],
  ...lists,
})

function problemsOf(...rules: ReturnType<typeof rule>[]): FieldProblem[] {
  const problems: FieldProblem[] = []
  validateFilter('filter', { mode: EventFilter_Mode.RULES, rules }, problems)
  return problems
}

describe('validateFilter', () => {
  it('accepts 10,000 characters of branches in all rules', () => {
    const half = Array<string>(25).fill('b'.repeat(200))
    expect(problemsOf(rule({ branches: half }), rule({ branches: half }))).to.deep.equal([])
    const [problem, ...others] = problemsOf(rule({ branches: half }), rule({ branches: [...half, 'b'] }))
    expect(others).to.deep.equal([])
    expect(problem).to.deep.equal({
      path: 'filter.rules[1].branches',
      code: 'ARRAY_LENGTH_INVALID',
      message: 'The branches of all rules must have at most 10,000 characters together.',
    })
  })

  const neverShown: [string, Parameters<typeof rule>[0], string[]][] = [
    ['an event', { events: ['push', 'merge_group'] }, ['events[1]']],
    [
      'an event of one format',
      { events: ['code-host:merge_group', 'error-tracker:Installation'] },
      ['events[0]', 'events[1]'],
    ],
    ['an action', { events: ['pull_request'], actions: ['opened', 'review_requested'] }, ['actions[1]']],
    ['an action of any event', { actions: ['review_requested', 'opened'] }, ['actions[0]']],
    [
      'an action that other events have',
      { events: ['star'], actions: ['created', 'closed'] },
      ['actions[1]'],
    ],
    [
      'nothing',
      { events: ['issues', 'pull_request'], actions: ['opened', 'Merged', 'CLOSED'] },
      ['actions[1]'],
    ],
  ]
  for (const [what, lists, paths] of neverShown)
    it(`rejects a rule that allows ${what} for which nothing is shown`, () => {
      const sent = rule(lists)
      const expected = paths.map((path) => ({
        path: `filter.rules[0].${path}`,
        code: 'NEVER_SHOWN',
        message: 'Nothing is shown for this event or action, so the rule would allow nothing.',
      }))
      expect(problemsOf(sent)).to.deep.equal(expected)
      expect(problemsOf({ ...sent, effect: FilterRule_Effect.DENY })).to.deep.equal([])
    })

  it('accepts every event and action that is shown, and any action of events that are shown for all', () => {
    for (const [format, table] of Object.entries({ 'code-host': events, 'error-tracker': resources }))
      for (const [event, { render, actions }] of Object.entries(table)) {
        const shown = render ? ['anything'] : Object.keys(actions ?? {}).filter((name) => actions?.[name])
        if (shown.length === 0) continue
        const named = `${format}:${event.toUpperCase()}`
        expect(
          problemsOf(rule({ events: [named] }), rule({ events: [named], actions: shown })),
          named,
        ).to.deep.equal([])
        expect(problemsOf(rule({ actions: [...shown, 'newer'] })), named).to.deep.equal([])
      }
  })

  it('suggests a name only for one of similar length', () => {
    const messages = problemsOf(rule({ events: ['pul_request', 'p'.repeat(100), 'Pull_Request'] })).map(
      ({ path, message }) => `${path} ${message}`,
    )
    expect(messages).to.deep.equal([
      'filter.rules[0].events[0] No sender event has this name. Did you mean pull_request?',
      'filter.rules[0].events[1] No sender event has this name.',
    ])
  })

  for (const [what, name] of [
    ['short', 'unknown-name'],
    ['similar in length', 'pull_request_review_threa'],
    ['long', 'x'.repeat(190)],
    ['emoji', '🦊'.repeat(90)],
  ] as const) {
    it(`takes little time for unknown names: ${what}`, () => {
      const events = Array.from({ length: 100 }, (_, index) => `${name}${index}`)
      const run = () => problemsOf(...Array.from({ length: 50 }, () => rule({ events })))
      expect(run()).to.have.lengthOf.within(100, 200)
      expect(leastProcessorMs(50, run)).to.be.below(50)
    })
  }
})
