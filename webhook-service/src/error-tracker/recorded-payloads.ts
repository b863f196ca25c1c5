import type { Payload } from '../code-host/payload.ts'

/** What no message may show; every payload below is full of it. */
export const secrets = [
  'Bearer header-secret',
  'cookie-secret',
  'query-secret',
  'body-secret',
  'variable-secret',
  'source-secret',
  'installation-secret',
  'extra-secret',
  'victim@example.com',
  'operator@example.org',
  '203.0.113.77',
  '2001:db8::77',
]

const installation = { uuid: 'a8e5d37a-696c-4c54-adb5-b3f28d64c7de' }
const operator = { type: 'user', id: 789, name: 'Olga Operator', email: 'operator@example.org' }
const application = { type: 'application', id: 'sentry', name: 'Sentry' }

const issue = {
  id: '1170820242',
  shareId: null,
  shortId: 'LAMP-7X',
  title: "TypeError: Cannot read properties of undefined (reading 'wick')",
  culprit: 'trim(lamp/wick)',
  permalink: null,
  web_url: 'https://tracker.example.com/organizations/light/issues/1170820242/',
  url: 'https://tracker.example.com/api/0/organizations/light/issues/1170820242/',
  level: 'error',
  status: 'unresolved',
  substatus: 'new',
  platform: 'javascript',
  project: { id: '4501', name: 'Lamp', slug: 'lamp', platform: 'javascript' },
  type: 'error',
  metadata: { type: 'TypeError', value: 'variable-secret', filename: 'wick.js' },
  assignedTo: null,
  count: '3',
  userCount: 2,
  firstSeen: '2026-03-02T21:51:44.118160Z',
  lastSeen: '2026-03-02T22:51:44Z',
}

const frame = (filename: string, lineno: number, name: string, in_app: boolean) => ({
  filename,
  abs_path: `/srv/${filename}`,
  lineno,
  colno: 5,
  function: name,
  in_app,
  context_line: 'const key = "source-secret"',
  pre_context: ['source-secret'],
  vars: { password: 'variable-secret', nested: { ip: '203.0.113.77' } },
})

const event = {
  event_id: 'e4874d664c3540c1a32eab185f12c5ab',
  project: 4501,
  release: 'lamp@2.4.0',
  environment: 'production',
  platform: 'javascript',
  level: 'error',
  title: "TypeError: Cannot read properties of undefined (reading 'wick')",
  culprit: 'trim(lamp/wick)',
  message: '',
  datetime: '2026-03-02T21:51:44.677000Z',
  timestamp: 1772488304.677,
  location: 'wick.js',
  web_url: 'https://tracker.example.com/organizations/light/issues/1/events/e4874d664c3540c1/',
  exception: {
    values: [
      { type: 'KeyError', value: 'the cause', stacktrace: { frames: [frame('cause.js', 1, 'cause', true)] } },
      {
        type: 'TypeError',
        value: 'no wick for victim@example.com at 203.0.113.77 or 2001:db8::77',
        mechanism: { data: { secret: 'extra-secret' } },
        stacktrace: {
          frames: [
            frame('node_modules/express/router.js', 10, 'next', false),
            frame('lamp/keeper.js', 21, 'keep', true),
            frame('lamp/wick.js', 42, 'trim', true),
            frame('node:internal/timers', 99, 'listOnTimeout', false),
          ],
        },
      },
    ],
  },
  request: {
    url: 'https://lamp.example.com/?token=query-secret',
    method: 'POST',
    headers: [['Authorization', 'Bearer header-secret']],
    cookies: [['sid', 'cookie-secret']],
    query_string: [['token', 'query-secret']],
    data: { password: 'body-secret' },
    env: { REMOTE_ADDR: '203.0.113.77' },
  },
  user: { id: '1', email: 'victim@example.com', ip_address: '2001:db8::77', username: 'victim@example.com' },
  contexts: { trace: { data: 'extra-secret' } },
  extra: { session: 'extra-secret' },
  breadcrumbs: { values: [{ message: 'extra-secret' }] },
  tags: [
    ['browser', 'Firefox'],
    ['environment', 'staging'],
    ['user', 'email:victim@example.com'],
  ],
}

/** Shapes made from the published field lists (webhooks.md C1), one for each resource and variant. */
export const recordedPayloads = {
  issueCreated: { action: 'created', actor: application, data: { issue }, installation },
  issueResolved: {
    action: 'resolved',
    actor: operator,
    data: { issue: { ...issue, status: 'resolved', substatus: null }, resolution_type: 'now' },
    installation,
  },
  issueAssigned: {
    action: 'assigned',
    actor: operator,
    data: {
      issue: {
        ...issue,
        assignedTo: { type: 'user', id: '7', name: 'Ann Keeper', email: 'operator@example.org' },
      },
    },
    installation,
  },
  issueArchived: {
    action: 'archived',
    actor: { ...operator, name: 'operator@example.org' },
    data: { issue: { ...issue, status: 'ignored', substatus: 'archived_until_escalating', level: 'fatal' } },
    installation,
  },
  issueUnresolved: {
    action: 'unresolved',
    data: {
      issue: {
        ...issue,
        substatus: 'regressed',
        level: 'warning',
        assignedTo: { type: 'user', id: '7', name: 'victim@example.com', email: 'victim@example.com' },
      },
    },
    installation,
  },
  eventAlert: {
    action: 'triggered',
    actor: application,
    data: {
      event,
      triggered_rule: 'Errors of the wick',
      issue_alert: { title: 'Errors of the wick', settings: [{ name: 'key', value: 'extra-secret' }] },
    },
    installation,
  },
  error: { action: 'created', actor: application, data: { error: event }, installation },
  metricAlert: {
    action: 'critical',
    actor: application,
    data: {
      description_title: 'Critical: Too many errors',
      description_text: '1000 events in the last 10 minutes\nFilter: user.ip:203.0.113.77',
      web_url: 'https://tracker.example.com/organizations/light/alerts/rules/details/4/',
      metric_alert: {
        id: '4',
        title: 'Too many errors',
        alert_rule: { name: 'Too many errors', query: 'user.email:victim@example.com' },
        date_detected: '2026-03-02T21:51:44Z',
        date_closed: '2026-03-02T22:00:00Z',
        projects: ['lamp'],
      },
    },
    installation,
  },
  comment: {
    action: 'created',
    actor: operator,
    data: {
      comment: 'Happens for victim@example.com only.\n@everyone look: **now**',
      comment_id: 1234,
      issue_id: 1170820242,
      project_slug: 'lamp',
      timestamp: '2026-03-02T21:51:44.118160Z',
    },
    installation,
  },
  installation: {
    action: 'created',
    actor: operator,
    data: {
      installation: {
        uuid: 'a8e5d37a',
        status: 'pending',
        code: 'installation-secret',
        app: { uuid: 'x', slug: 'gate' },
        organization: { slug: 'light' },
      },
    },
    installation,
  },
  seerRootCause: {
    action: 'root_cause_completed',
    actor: application,
    data: {
      run_id: 5,
      group_id: 1170820242,
      root_cause: { description: 'The wick is never set.', steps: [] },
    },
    installation,
  },
  seerPullRequest: {
    action: 'pr_created',
    actor: application,
    data: {
      run_id: 5,
      group_id: 1170820242,
      pull_requests: [
        {
          provider: 'github',
          repo_name: 'light/lamp',
          pull_request: {
            pr_id: 99,
            pr_number: 12,
            pr_url: 'https://code.example.com/light/lamp/pull/12',
          },
        },
      ],
    },
    installation,
  },
  preprodArtifact: {
    action: 'size_analysis_completed',
    actor: application,
    data: { buildId: '7', state: 'COMPLETED', appInfo: { name: 'Lamp' } },
    installation,
  },
  legacy: {
    id: '27379932',
    project: 'lamp',
    project_name: 'Lamp',
    project_slug: 'lamp',
    logger: null,
    level: 'error',
    culprit: 'raven.scripts.runner in main',
    message: 'This is an example of a report',
    url: 'https://tracker.example.com/organizations/light/issues/27379932/',
    triggering_rules: ['Any error', 'Errors of victim@example.com'],
    event: { ...event, title: 'This is an example of a report', metadata: { title: 'x' } },
  },
} satisfies Record<string, Payload>

/** The resource each of them comes under; the old plugin names none. */
export const resourceNames: Record<keyof typeof recordedPayloads, string> = {
  issueCreated: 'issue',
  issueResolved: 'issue',
  issueAssigned: 'issue',
  issueArchived: 'issue',
  issueUnresolved: 'issue',
  eventAlert: 'event_alert',
  error: 'error',
  metricAlert: 'metric_alert',
  comment: 'comment',
  installation: 'installation',
  seerRootCause: 'seer',
  seerPullRequest: 'seer',
  preprodArtifact: 'preprod_artifact',
  legacy: '',
}
