import {
  EventFilter_Mode,
  type FilterRule,
  FilterRule_Effect,
} from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { expect } from 'chai'
import { errorTracker } from './error-tracking.ts'
import { codeHost, makeWebhook, type Post, post, set, storedOf, type Target } from './executing.ts'
import { examplePayload, largePush } from './fixtures/code-host/example-payloads.ts'
import { errorTrackerPayloads } from './fixtures/error-tracker/payloads.ts'
import { type StartedService, startService } from './started-service.ts'

type Rule = Partial<Omit<FilterRule, 'effect'>>
const nothing = { events: [], actions: [], branches: [], labels: [], senders: [] }
const allow = (rule: Rule = {}): FilterRule => ({ effect: FilterRule_Effect.ALLOW, ...nothing, ...rule })
const deny = (rule: Rule = {}): FilterRule => ({ effect: FilterRule_Effect.DENY, ...nothing, ...rule })

const commits = [{ id: 'a1', message: 'x' }]
const push = (branch: string) => ({ ref: `refs/heads/${branch}`, commits })

describe('the event filter of a webhook', () => {
  let service: StartedService
  let webhook: Target
  before(async () => {
    service = await startService({ limitsScale: 1000 })
  })
  after(() => service.close())
  beforeEach(async () => {
    webhook = await makeWebhook(service)
    await set(service, webhook, { deduplicate: false })
  })

  const filter = (...rules: FilterRule[]) =>
    set(service, webhook, { eventFilter: { mode: EventFilter_Mode.RULES, rules } })
  const send = (body: unknown, event: string, options: Partial<Post> = {}) =>
    post(service, { webhook, body, ...codeHost(event), ...options })
  const sent = async (body: unknown, event: string, options: Partial<Post> = {}) =>
    (await send(body, event, options)).result
  const report = async (name: keyof typeof errorTrackerPayloads, resource: string) =>
    (await post(service, { webhook, body: errorTrackerPayloads[name], ...errorTracker(resource) })).result

  it('posts what a rule allows and filters the rest', async () => {
    await filter(
      deny({ branches: ['main-*'] }),
      allow({ events: ['push'], branches: ['main*', 'release/**'] }),
    )
    expect(await sent(push('main'), 'push')).to.equal('rendered')
    expect(await sent(push('release/1/2'), 'push')).to.equal('rendered')
    expect(await sent(push('main-old'), 'push')).to.equal('filtered')
    expect(await sent(push('feature/x'), 'push')).to.equal('filtered')
    const opened = examplePayload('issues', ({ action }) => action === 'opened')
    expect(await sent(opened, 'issues')).to.equal('filtered')
  })

  it('matches actions, labels and senders', async () => {
    const payload = examplePayload('issues', ({ action }) => action === 'opened', {
      'issue.labels': [{ name: 'Bug' }],
      'sender.login': 'ann',
    })
    for (const [rule, result] of [
      [{ actions: ['opened'] }, 'rendered'],
      [{ actions: ['closed'] }, 'filtered'],
      [{ labels: ['bug'] }, 'rendered'],
      [{ labels: ['feature'] }, 'filtered'],
      [{ senders: ['Ann'] }, 'rendered'],
      [{ senders: ['bob'] }, 'filtered'],
    ] as [Rule, string][]) {
      await filter(allow(rule))
      expect(await sent(payload, 'issues'), JSON.stringify(rule)).to.equal(result)
    }
  })

  it('distinguishes the issues of two formats', async () => {
    await filter(allow({ events: ['error-tracker:issue'] }))
    expect(await report('issueCreated', 'issue')).to.equal('rendered')
    expect(await report('comment', 'comment')).to.equal('filtered')
    await filter(allow({ events: ['code-host:issues', 'comment'] }))
    expect(await report('issueCreated', 'issue')).to.equal('filtered')
    expect(await report('comment', 'comment')).to.equal('rendered')
  })

  it('posts an opt-in event if a rule names it', async () => {
    expect(await report('error', 'error')).to.equal('ignored:error.created')
    await filter(allow({ events: ['error-tracker:error', 'seer', 'workflow_job'] }))
    expect(await report('error', 'error')).to.equal('rendered')
    expect(await report('seerPullRequest', 'seer')).to.equal('rendered')
    const job = examplePayload(
      'workflow_job',
      ({ action, workflow_job }) =>
        action === 'completed' && (workflow_job as { conclusion: string }).conclusion === 'failure',
    )
    expect(await sent(job, 'workflow_job')).to.equal('rendered')
    await filter(allow())
    expect(await report('error', 'error')).to.equal('ignored:error.created')
    expect(await sent(job, 'workflow_job')).to.equal('ignored:workflow_job.completed')
  })

  it('records a filtered delivery, which can be redelivered once the filter allows it', async () => {
    await filter()
    await set(service, webhook, { deduplicate: true })
    const { format, headers } = codeHost('push', 'd-1')
    const first = await send(push('main'), 'push', { format, headers, wait: true })
    expect(first).to.include({
      result: 'filtered',
      message: undefined,
      detail: 'No rule of the event filter allows this event.',
    })
    const [record] = (await storedOf(service, webhook)).deliveries
    expect(record?.delivery).to.include({ result: 'filtered' })
    expect(record).to.deep.include({
      source: { format: 'code-host', event: 'push', action: null, senderDeliveryId: 'd-1' },
    })
    await filter(allow())
    expect(await sent(push('main'), 'push', { format, headers })).to.equal('rendered')
    await filter()
    expect(await sent(push('main'), 'push', { format, headers })).to.equal('duplicate')
  })

  it('allows redelivery of an opt-in event once a rule names it', async () => {
    await set(service, webhook, { deduplicate: true })
    const deploy = (headers: Record<string, string>) =>
      sent({ deployment: { environment: 'x' } }, 'deployment', { headers })
    const { headers } = codeHost('deployment', 'd-2')
    for (const _ of [1, 2]) expect(await deploy(headers)).to.equal('ignored:deployment')
    await filter(allow({ events: ['deployment'] }))
    expect([await deploy(headers), await deploy(headers)]).to.deep.equal(['rendered', 'duplicate'])
  })

  it('reports the deciding rule on a dry run', async () => {
    await filter(allow({ events: ['issues'] }), deny({ senders: ['nobody'] }), deny())
    const dry = await send(push('main'), 'push', { dryRun: true })
    expect([dry.result, dry.detail]).to.deep.equal(['filtered', 'Rule 3 of the event filter denies it.'])
    await filter(allow())
    expect((await send(push('main'), 'push', { dryRun: true })).message).to.be.an('object')
  })

  it('also applies to bodies rendered in the thread', async () => {
    await filter(allow({ branches: ['nowhere'] }))
    expect(await sent(largePush(1024 * 1024), 'push')).to.equal('filtered')
  })

  it('does not apply to chat messages', async () => {
    await filter()
    expect((await post(service, { webhook, body: { text: 'hi' } })).result).to.equal('rendered')
  })

  it('still rejects unreadable bodies and reports unrenderable payloads', async () => {
    await filter(allow({ events: ['issues'] }))
    expect(await sent({ action: 'opened' }, 'issues')).to.match(/^unrenderable:/)
    expect(await sent({ action: 'labeled' }, 'issues')).to.equal('ignored:issues.labeled')
    expect(await sent({ action: 'opened' }, 'pull_request')).to.equal('filtered')
  })
})
