import { EventFilter_Mode, FilterRule_Effect } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import type { FieldProblem } from '@gatehouse/service-kit/errors/field-problem'
import { leastProcessorMs } from '@gatehouse/service-kit/testing/processor-ms'
import { expect } from 'chai'
import { validateFilter } from './validate-filter.ts'

const rule = (lists: Partial<Record<'events' | 'branches' | 'labels', string[]>>) => ({
  effect: FilterRule_Effect.ALLOW,
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
