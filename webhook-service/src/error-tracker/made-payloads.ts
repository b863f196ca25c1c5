import type { Payload } from '../code-host/payload.ts'
import { application, event, installation, issue, operator } from './made-parts.ts'

/** Payloads made after the published field lists (webhooks.md C1), one for each resource and variant; for tests. */
export const madePayloads = {
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
export const resourceNames: Record<keyof typeof madePayloads, string> = {
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
