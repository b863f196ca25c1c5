import { expect } from 'chai'
import { errorTrackerPayloads, resourceNames } from '../../../test/fixtures/error-tracker/payloads.ts'
import type { Payload } from '../payload.ts'
import { renderErrorTracker } from './render-error-tracker.ts'

type Name = keyof typeof errorTrackerPayloads

const translated = (name: Name) => renderErrorTracker(resourceNames[name], errorTrackerPayloads[name])
const shown = (resource: string, payload: Payload) => {
  const rendering = renderErrorTracker(resource, payload)
  if (rendering.kind !== 'rendered') return expect.fail(`${resource} is ${rendering.kind}`)
  expect(rendering.draft.content).to.equal('')
  expect(rendering.draft.embeds).to.have.length(1)
  return rendering.draft.embeds[0] ?? expect.fail()
}
const embedOf = (name: Name) => shown(resourceNames[name], errorTrackerPayloads[name])
const fieldsOf = (name: Name) =>
  Object.fromEntries((embedOf(name).fields ?? []).map((field) => [field.name, field.value]))

const issue = (changes: Payload) => ({
  action: 'created',
  data: { issue: { ...errorTrackerPayloads.issueCreated.data.issue, ...changes } },
})

describe('renderErrorTracker', () => {
  describe('of an issue', () => {
    it('shows project, short id, link and the color of the level', () => {
      expect(embedOf('issueCreated')).to.deep.include({
        title: "[Lamp] LAMP-7X TypeError: Cannot read properties of undefined (reading 'wick')",
        url: 'https://tracker.example.com/organizations/light/issues/1170820242/',
        description: 'trim(lamp/wick)',
        color: 0xcf222e,
        timestamp: '2026-03-02T21:51:44.118Z',
      })
      expect(fieldsOf('issueCreated')).to.deep.equal({
        Level: 'error',
        Status: 'unresolved, new',
        'Times seen': '3',
        Users: '2',
      })
      expect(embedOf('issueCreated')).to.not.have.property('author')
    })

    it('shows the change and its actor', () => {
      for (const [name, words] of [
        ['issueResolved', 'Issue resolved'],
        ['issueAssigned', 'Issue assigned'],
        ['issueArchived', 'Issue archived'],
        ['issueUnresolved', 'Issue unresolved'],
      ] as const)
        expect(embedOf(name).title).to.match(new RegExp(`^\\[Lamp\\] ${words}: LAMP-7X TypeError`))
      expect(embedOf('issueResolved').author).to.deep.equal({ name: 'Olga Operator' })
      expect(fieldsOf('issueAssigned')).to.include({ Assignee: 'Ann Keeper' })
      expect(fieldsOf('issueArchived')).to.include({ Status: 'ignored, archived until escalating' })
    })

    it('does not show names that are e-mail addresses', () => {
      expect(embedOf('issueArchived')).to.not.have.property('author')
      expect(fieldsOf('issueUnresolved')).to.not.have.property('Assignee')
    })

    it('shows where it was resolved', () => {
      const place = (statusDetails: unknown) =>
        shown('issue', issue({ status: 'resolved', statusDetails })).fields?.find(
          ({ name }) => name === 'Resolved in',
        )?.value
      expect(place({ inRelease: 'MyApp@1.2.3.4' })).to.equal('MyApp@1.2.3.4')
      expect(place({ inNextRelease: true })).to.equal('the next release')
      expect(place({ inCommit: { commit: 'abc1234', repository: null } })).to.equal('abc1234')
      expect([{}, null, 'x', { inRelease: {} }].map(place)).to.deep.equal(Array(4).fill(undefined))
    })

    it('renders the former action `ignored` as archived', () => {
      const older = { ...errorTrackerPayloads.issueArchived, action: 'ignored' }
      expect(shown('issue', older).title).to.match(/Issue archived/)
    })

    it('uses a neutral color for unknown levels', () => {
      const colorOf = (level: unknown) => shown('issue', issue({ level })).color
      expect(['fatal', 'error', 'warning', 'info', 'debug', 'sample', 'FATAL'].map(colorOf)).to.deep.equal([
        0x8b0000, 0xcf222e, 0xbf8700, 0x0969da, 0x6e7781, 0x6e7781, 0x8b0000,
      ])
      expect(['constructor', null, undefined, 7, {}].map(colorOf)).to.deep.equal(Array(5).fill(0x6e7781))
    })

    it('requires only the title', () => {
      expect(shown('issue', { action: 'created', data: { issue: { title: 'Bare' } } })).to.deep.equal({
        title: 'Bare',
        color: 0x6e7781,
      })
      expect(shown('issue', issue({ web_url: null, permalink: 'https://a.test/1' })).url).to.equal(
        'https://a.test/1',
      )
      expect(shown('issue', issue({ web_url: 'javascript:alert(1)' }))).to.not.have.property('url')
    })
  })

  describe('of an event', () => {
    it('shows the last exception and the innermost frame of the application', () => {
      expect(embedOf('eventAlert')).to.deep.include({
        title: "TypeError: Cannot read properties of undefined (reading 'wick')",
        url: 'https://tracker.example.com/organizations/light/issues/1/events/e4874d664c3540c1/',
        description: '```\nTypeError: no wick for [email] at [ip] or [ip]\nlamp/wick.js:42 in trim\n```',
        color: 0xcf222e,
        timestamp: '2026-03-02T21:51:44.677Z',
      })
      expect(embedOf('eventAlert').fields?.map(({ name }) => name)).to.deep.equal([
        'Environment',
        'Release',
        'Rule',
      ])
      expect(fieldsOf('eventAlert')).to.include({ Environment: 'production', Rule: 'Errors of the wick' })
    })

    const described = (event: Payload) =>
      shown('event_alert', { action: 'triggered', data: { event: { title: 'T', ...event } } })

    it('shows the innermost frame if none belongs to the application', () => {
      const frames = [{ filename: 'a.js' }, { module: 'b', lineno: 2 }]
      const exception = { values: [{ type: 'E', stacktrace: { frames } }] }
      expect(described({ exception }).description).to.equal('```\nE\nb:2\n```')
    })

    it('shows the logged message if there is no exception, unless it is the title', () => {
      expect(described({ logentry: { formatted: 'a *b*' } }).description).to.equal('a \\*b\\*')
      expect(described({ message: 'T' })).to.not.have.property('description')
      expect(described({ exception: { values: null } })).to.not.have.property('description')
    })

    it('keeps exceptions inside their code block', () => {
      const exception = { values: [{ type: '```\n**out**', value: '@everyone' }] }
      const description = described({ exception }).description ?? ''
      expect(description.match(/```/g)).to.have.length(2)
      expect(description).to.equal('```\nˋˋˋ\n**out**: @everyone\n```')
    })

    it('shows the time of the report if it is valid', () => {
      expect(described({ timestamp: 1520248100.25 }).timestamp).to.equal('2018-03-05T11:08:20.250Z')
      for (const timestamp of [999_999_999_999, '+033658-09-27T01:46:39Z', 'never', {}])
        expect(described({ timestamp })).to.not.have.property('timestamp')
    })

    it('keeps releases and environments that look like addresses', () => {
      for (const release of ['MyApp@1.2.3.4', 'com.acme.app@4.5.6.1234+99', 'web@release.42', '10.0.0.5'])
        expect(described({ release, environment: release }).fields?.map(({ value }) => value)).to.deep.equal([
          release,
          release,
        ])
    })

    it('reads the environment from tags of either form', () => {
      const environment = (tags: unknown) => described({ tags }).fields?.[0]?.value
      expect(environment([['environment', 'staging']])).to.equal('staging')
      expect(environment([null, 7, { key: 'environment', value: 'staging' }])).to.equal('staging')
    })

    it('shows the project, whose name is in the address of the event alone', () => {
      const project = (url: unknown) => described({ url }).fields?.map(({ name, value }) => [name, value])
      const api = 'https://tracker.example.com/api/0/projects'
      expect(project(`${api}/light/lamp/events/e4874d664c3540c1/`)).to.deep.equal([['Project', 'lamp']])
      for (const url of [`${api}/light/`, 'https://tracker.example.com/lamp', null, 7, `${api}/light/a\nb/`])
        expect(project(url)).to.equal(undefined)
    })

    it('renders error events as opt-in', () => {
      expect(translated('error')).to.deep.include({ kind: 'rendered', ignoredUnlessNamed: 'error.created' })
      expect(embedOf('error').title).to.equal(embedOf('eventAlert').title)
      expect(fieldsOf('error')).to.not.have.property('Rule')
    })
  })

  describe('of a metric alert', () => {
    it('uses the color of the action', () => {
      const withAction = (action: string) =>
        shown('metric_alert', { ...errorTrackerPayloads.metricAlert, action })
      expect(['critical', 'warning', 'resolved'].map((action) => withAction(action).color)).to.deep.equal([
        0xcf222e, 0xbf8700, 0x2da44e,
      ])
      expect(withAction('resolved').timestamp).to.equal('2026-03-02T22:00:00.000Z')
      expect(embedOf('metricAlert')).to.deep.include({
        title: 'Critical: Too many errors',
        description: '1000 events in the last 10 minutes\nFilter: user.ip:\\[ip\\]',
        url: 'https://tracker.example.com/organizations/light/alerts/rules/details/4/',
      })
    })

    it('shows projects and environment', () => {
      const fields = (projects: unknown, environment: unknown) =>
        shown('metric_alert', {
          action: 'critical',
          data: { metric_alert: { title: 'T', projects, alert_rule: { environment } } },
        }).fields?.map(({ name, value }) => `${name}: ${value}`)
      expect(fields(['lamp', 7, 'wick'], 'prod@eu.example')).to.deep.equal([
        'Project: lamp, wick',
        'Environment: prod@eu.example',
      ])
      expect(fields([], null)).to.equal(undefined)
      expect(fields('lamp', {})).to.equal(undefined)
    })

    it('uses the name of the rule if there is no title', () => {
      const data = { metric_alert: { alert_rule: { name: 'Rule' }, title: 'Alert' } }
      expect(shown('metric_alert', { action: 'warning', data }).title).to.equal('Rule')
    })
  })

  it('shows a comment with its author', () => {
    expect(embedOf('comment')).to.deep.include({
      title: '[lamp] New comment on issue 1170820242',
      author: { name: 'Olga Operator' },
      color: 0x0969da,
    })
  })

  const commented = (comment: string) => {
    const rendering = renderErrorTracker('comment', { action: 'created', data: { comment } })
    return rendering.kind === 'rendered' ? rendering.draft.embeds[0]?.description : rendering.kind
  }
  for (const [comment, shown] of [
    [
      '**Fixed** by [run 7](https://ci.example/7), see `trim()`',
      '**Fixed** by [run 7](https://ci.example/7), see `trim()`',
    ],
    ['Steps:\n\n- one\n- two', 'Steps:\n\n- one\n- two'],
    ['bob@x.example: fixed', '\\[email\\]: fixed'],
    ['from 10.0.0.5(https://ci.example/7) now', 'from \\[ip\\]\\(https://ci.example/7) now'],
    ['[bob@x.example](https://ci.example/7)', '[\\[email\\]](https://ci.example/7)'],
    ['[run](https://ci.example/?by=bob@x.example) [m](mailto:bob@x.example)', '[run](https://ci.example/) m'],
    ['[run](https://ci.example/bob@x.example/)', 'run'],
    ['bob\\@x.example and bob&commat;x.example', '\\[email\\] and \\[email\\]'],
    ['`bob@x.example` <bob@x.example>', '`[email]` \\[email\\]'],
    ['```\nconnect 10.0.0.5\n```', '```\nconnect [ip]\n```'],
    ['*a* 10.0.**0**.5 bob<b></b>@x.example', 'a \\[ip\\] \\[email\\]'],
    ['| a |\n|---|\n| bob@x.example |', '```\na\n-------\n[email]\n```'],
    [':tada: 127.0.0.1 https://10.0.0.5/issues/1/', ':tada: 127.0.0.1 https://10.0.0.5/issues/1/'],
    ['<p>bob@x.example</p>', '\\[email\\]'],
  ] as const)
    it(`shows a comment as a body without addresses: ${JSON.stringify(comment)}`, () => {
      expect(commented(comment)).to.equal(shown)
    })

  it('renders the legacy plugin without resource and action', () => {
    expect(embedOf('legacy')).to.deep.include({
      title: '[Lamp] This is an example of a report',
      description: 'raven.scripts.runner in main',
      url: 'https://tracker.example.com/organizations/light/issues/27379932/',
      color: 0xcf222e,
    })
    expect(translated('legacy')).to.include({ event: 'legacy', action: null })
  })

  it('renders analysis results as opt-in', () => {
    expect(translated('seerRootCause')).to.include({
      kind: 'rendered',
      ignoredUnlessNamed: 'seer.root_cause_completed',
    })
    expect(embedOf('seerRootCause')).to.include({ description: 'The wick is never set.' })
    const data = { group_id: 1, root_cause: { one_line_description: 'No wick.', five_whys: [] } }
    expect(shown('seer', { action: 'root_cause_completed', data }).description).to.equal('No wick.')
    expect(embedOf('seerSolution')).to.include({
      title: 'Solution found for issue 1170820242',
      description: 'Set the wick first.',
    })
    expect(translated('seerPullRequest')).to.include({
      kind: 'rendered',
      ignoredUnlessNamed: 'seer.pr_created',
    })
    expect(embedOf('seerPullRequest')).to.include({
      url: 'https://code.example.com/light/lamp/pull/12',
      description: '[light/lamp #12](https://code.example.com/light/lamp/pull/12)',
    })
  })

  describe('of feedback', () => {
    it('shows the words of the person and their name, and not their address', () => {
      const { description } = embedOf('feedback')
      expect(description).to.equal('The switch does nothing.')
      expect(fieldsOf('feedback')).to.include({ From: 'Jane Keeper' })
      expect(JSON.stringify(embedOf('feedback'))).to.not.include('jane@')
    })

    it('shows the words of an alert on feedback', () => {
      const { event } = errorTrackerPayloads.uptimeAlert.data
      const contexts = { feedback: { message: 'Too dark.', contact_email: 'jane@example.org' } }
      const data = { event: { ...event, title: 'User Feedback', contexts } }
      expect(shown('event_alert', { action: 'triggered', data }).description).to.equal('Too dark.')
    })
  })

  describe('of a monitor or a performance check', () => {
    const alert = (occurrence: Payload, changes: Payload = {}) => {
      const { event } = errorTrackerPayloads.uptimeAlert.data
      return shown('event_alert', {
        action: 'triggered',
        data: { event: { ...event, occurrence, ...changes } },
      })
    }
    const evidence = (count: number, important: boolean) =>
      Array.from({ length: count }, (_, i) => ({ name: `Name ${i}`, value: `value ${i}`, important }))

    it('shows why, with the important evidence', () => {
      expect(embedOf('uptimeAlert').description).to.equal(
        [
          'Your monitored domain is down',
          'Failure reason: Timeout - request to \\[ip\\] timed out',
          'Duration: 10000ms',
        ].join('\n'),
      )
    })

    it('shows evidence that is not important if there is no other, and five lines at most', () => {
      const lines = (text = '') => text.split('\n')
      expect(lines(alert({ evidence_display: evidence(2, false) }).description)).to.have.lengthOf(2)
      expect(lines(alert({ evidence_display: evidence(9, true) }).description)).to.have.lengthOf(5)
    })

    it('shows a sentence once', () => {
      const subtitle = 'Increased from 10ms to 20ms (P95)'
      const evidence_display = [{ name: 'Regression', value: subtitle, important: true }]
      expect(alert({ subtitle, evidence_display }).description).to.match(/^Regression: Increased/)
      expect(alert({ subtitle }, { title: subtitle, culprit: null }).description).to.equal(undefined)
    })

    it('shows the words of its metadata without evidence', () => {
      const metadata = { value: 'A check-in was missed.' }
      expect(alert({}, { metadata }).description).to.equal('A check-in was missed.')
      const data = { issue: { ...issue({}).data.issue, title: 'Cron', metadata } }
      expect(shown('issue', { action: 'created', data }).description).to.equal('A check-in was missed.')
    })
  })

  describe('of an alert on what happens to an issue', () => {
    const activity = (type: string, details: Payload = {}) => {
      const { data } = errorTrackerPayloads.activityAlert
      return shown('activity_alert', { action: 'triggered', data: { ...data, activity: { type, details } } })
    }

    it('shows the activity, the issue, the rule and the pull requests', () => {
      expect(embedOf('activityAlert')).to.deep.include({
        title:
          "[Lamp] Seer opened a pull request: LAMP-7X TypeError: Cannot read properties of undefined (reading 'wick')",
        url: 'https://tracker.example.com/organizations/light/issues/1170820242/',
        description: '[light/lamp](https://code.example.com/light/lamp/pull/12)',
        author: { name: 'Sentry' },
      })
      expect(fieldsOf('activityAlert')).to.include({ Rule: 'Watch Seer', Status: 'unresolved, new' })
    })

    for (const [type, words] of [
      ['set_resolved_in_release', 'Issue resolved in release'],
      ['set_regression', 'Issue regression'],
      ['auto_set_ongoing', 'Issue ongoing'],
      ['assigned', 'Issue assigned'],
      ['note', 'New comment'],
      ['SEER_RCA_COMPLETED', 'Seer found the root cause'],
      ['constructor', 'Issue constructor'],
      ['', 'Issue activity'],
      ['**', 'Issue activity'],
    ] as const)
      it(`calls "${type}" ${words}`, () => {
        expect(activity(type).title).to.match(new RegExp(`^\\[Lamp\\] ${words}: LAMP-7X`))
      })

    it('shows the words of the activity, redacted', () => {
      expect(activity('note', { text: 'Ask bob@example.org' }).description).to.equal('Ask \\[email\\]')
      expect(activity('seer_rca_completed', { summary: 'No wick.' }).description).to.equal('No wick.')
      expect(activity('set_resolved_in_release', { version: 'lamp@1.2.3.4' }).fields).to.deep.include({
        name: 'Release',
        value: 'lamp@1.2.3.4',
        inline: true,
      })
    })
  })

  describe('of an ignored resource or action', () => {
    for (const [resource, action, what] of [
      ['issue', 'merged', 'issue.merged'],
      ['event_alert', 'resolved', 'event_alert.resolved'],
      ['metric_alert', 'open', 'metric_alert.open'],
      ['comment', 'updated', 'comment.updated'],
      ['comment', 'deleted', 'comment.deleted'],
      ['installation', 'created', 'installation'],
      ['installation', 'deleted', 'installation'],
      ['preprod_artifact', 'size_analysis_completed', 'preprod_artifact'],
      ['replay', 'created', 'replay'],
      ['constructor', 'created', 'constructor'],
      ['issue', 'toString', 'issue.toString'],
      ['a\r\nb: c', 'created', 'a__b__c'],
    ] as const)
      it(`ignores ${resource.replace(/\s/g, ' ')} ${action}`, () => {
        const { data } = errorTrackerPayloads.issueCreated
        expect(renderErrorTracker(resource, { action, data })).to.deep.include({
          kind: 'ignored',
          ignoredEvent: what,
        })
      })

    it('ignores payloads whose resource is unknown', () => {
      for (const payload of [{}, { action: 'created' }, { data: null }, { data: { other: 1 } }, { data: [] }])
        expect(renderErrorTracker('', payload)).to.deep.equal({
          kind: 'ignored',
          event: null,
          action: null,
          ignoredEvent: 'unknown',
        })
    })
  })

  it('infers the resource from the keys of the payload', () => {
    const withoutKeys = (
      ['seerRootCause', 'seerSolution', 'seerPullRequest', 'preprodArtifact'] as Name[]
    ).map(String)
    for (const name of Object.keys(errorTrackerPayloads) as Name[])
      if (!withoutKeys.includes(name))
        expect(renderErrorTracker('', errorTrackerPayloads[name]), name).to.deep.equal(translated(name))
  })
})
