import { expect } from 'chai'
import {
  enterpriseServerPayloads,
  examplePayloads,
} from '../../../test/fixtures/code-host/example-payloads.ts'
import { schemaPayloads } from '../../../test/fixtures/code-host/schema-payloads.ts'
import { syntheticPayloads } from '../../../test/fixtures/code-host/synthetic-payloads.ts'
import { eventRows } from '../events/event-rows.ts'
import { events } from './events.ts'

const eventTable = eventRows(events)

/** The actions that are shown, written by hand; `*` is every action. */
const rendered: Record<string, string> = {
  push: '*',
  create: '*',
  delete: '*',
  issues: 'opened closed reopened transferred',
  issue_comment: 'created',
  pull_request: 'opened closed reopened ready_for_review',
  pull_request_review: 'submitted dismissed',
  pull_request_review_comment: 'created',
  commit_comment: 'created',
  fork: '*',
  watch: 'started',
  star: 'created',
  member: 'added removed',
  public: '*',
  release: 'published released',
  check_run: 'completed',
  check_suite: 'completed',
  workflow_run: 'completed',
  status: '*',
  deployment_status: '*',
  deployment_review: 'requested approved rejected',
  discussion: 'created answered closed reopened',
  discussion_comment: 'created',
  gollum: '*',
  page_build: '*',
  repository: 'created deleted archived unarchived renamed transferred publicized privatized',
  milestone: 'created closed',
  membership: 'added removed',
  organization: 'member_added member_removed renamed deleted',
  team: 'created deleted added_to_repository removed_from_repository',
  team_add: '*',
  dependabot_alert: 'created reopened reintroduced fixed',
  code_scanning_alert: 'created reopened fixed',
  secret_scanning_alert: 'created reopened publicly_leaked resolved',
  repository_vulnerability_alert: 'create reopen resolve',
  repository_advisory: 'published',
  package: 'published',
  registry_package: 'published',
  sponsorship: 'created cancelled tier_changed',
  projects_v2_status_update: 'created',
}
const onRequest: Record<string, string> = {
  workflow_job: 'completed',
  deployment: '*',
  branch_protection_rule: 'created edited deleted',
  branch_protection_configuration: 'enabled disabled',
  repository_ruleset: 'created edited deleted',
  deploy_key: 'created deleted',
  personal_access_token_request: 'created approved denied cancelled',
  security_and_analysis: '*',
}

const shownRows = (isOptIn: boolean) =>
  Object.fromEntries(
    eventTable
      .filter((row) => row.isOptIn === isOptIn && row.shown.length > 0)
      .map(({ event, shown }) => [event, shown.join(' ')]),
  )

describe('the event table', () => {
  it('renders exactly the documented events, and the opt-in ones on request', () => {
    expect(shownRows(false)).to.deep.equal(rendered)
    expect(shownRows(true)).to.deep.equal(onRequest)
  })

  it('ignores every other event', () => {
    const others = eventTable.filter(({ shown }) => shown.length === 0)
    expect(others).to.have.length(31)
    for (const row of others) expect(row).to.deep.include({ ignored: ['*'], isOptIn: false })
  })

  it('contains every event and action of the examples and published schemas', () => {
    const unknown = [
      ...examplePayloads,
      ...enterpriseServerPayloads,
      ...syntheticPayloads,
      ...schemaPayloads('api.github.com', 'bare'),
    ]
      .filter(({ event, payload }) => {
        const rule = events[event]
        if (!rule) return true
        return rule.actions !== null && !Object.hasOwn(rule.actions, String(payload.action))
      })
      .map(({ event, payload }) => `${event}.${payload.action}`)
    expect(unknown).to.deep.equal([])
  })

  it('lists each action once', () => {
    for (const { shown, ignored } of eventTable)
      expect(new Set([...shown, ...ignored]).size).to.equal(shown.length + ignored.length)
  })
})
