import { leastProcessorMs } from '@gatehouse/service-kit/testing/processor-ms'
import { expect } from 'chai'
import { allowAll, type EventFacts, type EventFilter, evaluate, type FilterRule } from './event-filter.ts'
import { filterRendering } from './filter-rendering.ts'

const nothing = { events: [], actions: [], branches: [], labels: [], senders: [] }
const allow = (rule: Partial<FilterRule> = {}): FilterRule => ({ effect: 'allow', ...nothing, ...rule })
const deny = (rule: Partial<FilterRule> = {}): FilterRule => ({ effect: 'deny', ...nothing, ...rule })
const rules = (...list: FilterRule[]): EventFilter => ({ mode: 'rules', rules: list })

const opened: EventFacts = {
  format: 'code-host',
  event: 'pull_request',
  action: 'opened',
  branches: ['main'],
  labels: ['Bug', 'urgent'],
  senders: ['Ann'],
}
const allows = (filter: EventFilter, facts = opened) => evaluate(filter, facts).isAllowed

describe('an event filter', () => {
  it('allows everything in mode all, whatever the rules', () => {
    expect(allows({ mode: 'all', rules: [deny()] })).to.equal(true)
  })

  it('denies what no rule matches, and everything without rules', () => {
    expect(evaluate(rules(), opened)).to.deep.equal({
      isAllowed: false,
      reason: 'No rule of the event filter allows this event.',
    })
    expect(allows(rules(allow({ events: ['push'] })))).to.equal(false)
  })

  it('uses the first rule that matches', () => {
    const denies = deny({ senders: ['ann'] })
    expect(evaluate(rules(allow({ events: ['push'] }), denies, allow()), opened)).to.deep.equal({
      isAllowed: false,
      reason: 'Rule 2 of the event filter denies it.',
    })
    expect(allows(rules(allow(), denies))).to.equal(true)
  })

  for (const [part, fitting, other] of [
    ['events', ['x', 'pull_request'], ['push']],
    ['events', ['code-host:pull_request'], ['error-tracker:pull_request']],
    ['actions', ['opened', 'closed'], ['closed']],
    ['branches', ['ma*'], ['dev', '*/main']],
    ['labels', ['bug'], ['bugs']],
    ['senders', ['ANN'], ['anna', 'an*']],
  ] as const)
    it(`matches ${part} of which one fits: ${fitting}, not ${other}`, () => {
      expect(allows(rules(allow({ [part]: [...fitting] })))).to.equal(true)
      expect(allows(rules(allow({ [part]: [...other] })))).to.equal(false)
    })

  it('matches if every list of the rule matches', () => {
    const both = { events: ['pull_request'], actions: ['opened'], branches: ['main'], labels: ['urgent'] }
    expect(allows(rules(allow(both)))).to.equal(true)
    expect(allows(rules(allow({ ...both, senders: ['bob'] })))).to.equal(false)
  })

  for (const list of ['labels', 'senders'] as const) {
    for (const [what, name] of [
      ['long names', 'n'.repeat(200)],
      ['names whose lower case is longer', '\u0130'.repeat(200)],
      ['emoji', '🦊'.repeat(200)],
    ] as const) {
      it(`compares ${list} with ${what} in little time`, () => {
        const wanted = Array.from({ length: 100 }, (_, index) => `${name.slice(0, -3)}${index}`)
        const filter = rules(
          ...Array.from({ length: 50 }, () => deny({ [list]: wanted })),
          allow({ [list]: [name] }),
        )
        const actual = Array.from({ length: 100 }, (_, index) => `${index}${name}`.repeat(12))
        const run = () => allows(filter, { ...opened, [list]: [...actual, name.toUpperCase()] })
        expect(run()).to.equal(true)
        expect(leastProcessorMs(50, run)).to.be.below(50)
      })
    }
  }

  it('compares the first ten branches', () => {
    const branches = Array.from({ length: 11 }, (_, index) => `b${index}`)
    expect(allows(rules(allow({ branches: ['b9'] })), { ...opened, branches })).to.equal(true)
    expect(allows(rules(allow({ branches: ['b10'] })), { ...opened, branches })).to.equal(false)
  })

  it('does not match a branch or label list without a branch or label', () => {
    const bare = { ...opened, branches: [], labels: [], senders: [], action: null }
    expect(allows(rules(allow({ branches: ['**'] })), bare)).to.equal(false)
    expect(allows(rules(allow({ labels: ['bug'] })), bare)).to.equal(false)
    expect(allows(rules(allow({ senders: ['ann'] })), bare)).to.equal(false)
    expect(allows(rules(allow({ actions: ['opened'] })), bare)).to.equal(false)
    expect(allows(rules(deny({ branches: ['**'] }), allow()), bare)).to.equal(true)
  })

  describe('with an opt-in event', () => {
    const draft = { content: '', embeds: [{ title: 'Job' }] }
    const job = {
      kind: 'rendered' as const,
      event: 'workflow_job',
      action: 'completed',
      ignoredUnlessNamed: 'workflow_job',
      draft,
    }
    const facts = () => ({ format: 'code-host', branches: [], labels: [], senders: [] })
    const kindAt = (filter: EventFilter) => filterRendering(filter, job, facts).kind

    it('posts it if a rule names it', () => {
      expect(kindAt(rules(allow({ events: ['workflow_job'] })))).to.equal('rendered')
      expect(kindAt(rules(allow({ events: ['code-host:workflow_job'], actions: ['completed'] })))).to.equal(
        'rendered',
      )
    })

    it('ignores it if a rule allows it without its name, and without rules', () => {
      const { event, action, ignoredUnlessNamed } = job
      const ignored = { kind: 'ignored', event, action, ignoredUnlessNamed, ignoredEvent: 'workflow_job' }
      expect(filterRendering(allowAll, job, facts)).to.deep.equal(ignored)
      expect(filterRendering(rules(allow()), job, facts)).to.deep.equal(ignored)
      expect(filterRendering(rules(allow({ actions: ['completed'] })), job, facts)).to.deep.equal(ignored)
    })

    it('filters it if a rule denies it', () => {
      expect(kindAt(rules(deny({ events: ['workflow_job'] })))).to.equal('filtered')
      expect(kindAt(rules())).to.equal('filtered')
    })
  })

  it('does not change payloads without an event', () => {
    const said = {
      kind: 'rendered' as const,
      event: null,
      action: null,
      draft: { content: 'hi', embeds: [] },
    }
    expect(filterRendering(rules(), said, () => expect.fail())).to.equal(said)
  })
})
