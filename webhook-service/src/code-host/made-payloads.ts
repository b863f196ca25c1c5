import type { Payload } from './payload.ts'
import { type Recorded, recorded } from './recorded-payloads.ts'

const sender = {
  login: 'ann',
  id: 9_007_199_254_740_991,
  html_url: 'https://github.com/ann',
  avatar_url: 'https://avatars.githubusercontent.com/u/1?v=4',
}
const organization = { login: 'octo-org', id: 4_294_967_297 }
const repository = {
  id: 4_294_967_298,
  name: 'octo-repo',
  full_name: 'octo-org/octo-repo',
  html_url: 'https://github.com/octo-org/octo-repo',
  owner: { login: 'octo-org' },
}
const home = repository.html_url
const at = '2026-01-31T12:00:00Z'

const inRepository = (event: string, action: string, payload: Payload): Recorded => ({
  event,
  payload: { action, ...payload, repository, organization, sender },
})
const inOrganization = (event: string, action: string, payload: Payload): Recorded => ({
  event,
  payload: { action, ...payload, organization, sender },
})
const changed = (event: string, action: string, from: string, changes: Payload): Recorded => {
  const payload = recorded(event, (example) => example.action === from, changes)
  return { event, payload: { ...payload, action } }
}

const secret = {
  number: 42,
  html_url: `${home}/security/secret-scanning/42`,
  secret_type: 'mailchimp_api_key',
  secret_type_display_name: 'Mailchimp API Key',
  secret: 'c0ffee-us2',
  resolution: 'revoked',
  resolution_comment: 'was c0ffee-us2',
  created_at: at,
}
const review = {
  since: at,
  environment: 'production',
  approver: sender,
  comment: 'Looks good, *ship* it.',
  workflow_run: { id: 5_453_085_689, name: 'Deploy', html_url: `${home}/actions/runs/5453085689` },
}
const tier = (name: string) => ({ name, monthly_price_in_cents: 500 })
const sponsorship = (privacy: string) => ({
  privacy_level: privacy,
  sponsor: { login: 'monalisa', html_url: 'https://github.com/monalisa' },
  tier: tier('$10 a month'),
  created_at: at,
})
const registryPackage = {
  name: 'hello',
  package_type: 'CONTAINER',
  html_url: `${home}/packages/1`,
  package_version: {
    version: 'sha256:3da1996a8115d7616457760d9920b815',
    html_url: `${home}/packages/1?version=2.0.0`,
    container_metadata: { tag: { name: '2.0.0' } },
    created_at: at,
  },
}

/** What the recorded payloads lack, made by hand after the published schemas. */
export const madePayloads: Recorded[] = [
  changed('issues', 'closed', 'opened', { 'issue.state_reason': 'completed', 'issue.closed_at': at }),
  changed('issues', 'closed', 'opened', { 'issue.state_reason': 'not_planned' }),
  changed('pull_request', 'closed', 'closed', {
    'pull_request.merged': true,
    'pull_request.merged_at': at,
  }),
  changed('pull_request', 'opened', 'opened', { 'pull_request.draft': true }),
  changed('pull_request', 'enqueued', 'opened', {}),
  changed('pull_request', 'auto_merge_enabled', 'opened', {}),
  changed('pull_request_review', 'submitted', 'submitted', { 'review.state': 'approved' }),
  changed('pull_request_review', 'submitted', 'submitted', { 'review.state': 'changes_requested' }),
  changed('release', 'published', 'published', { 'release.prerelease': true, 'release.body': 'News' }),
  changed('check_run', 'completed', 'completed', { 'check_run.check_suite': undefined }),
  changed('check_suite', 'completed', 'completed', {
    'check_suite.app': null,
    'check_suite.conclusion': 'startup_failure',
  }),
  changed('workflow_run', 'completed', 'completed', { 'workflow_run.conclusion': 'timed_out' }),
  changed('discussion', 'closed', 'created', { 'discussion.state_reason': 'resolved' }),
  changed('discussion', 'reopened', 'created', {}),
  changed('member', 'removed', 'added', {}),
  changed('membership', 'removed', 'removed', { sender: null }),
  { event: 'status', payload: { ...recorded('status', () => true), state: 'failure' } },
  { event: 'page_build', payload: recorded('page_build', () => true, { 'build.status': 'errored' }) },
  inRepository('deployment_review', 'approved', review),
  inRepository('deployment_review', 'rejected', { ...review, workflow_run: null }),
  inRepository('secret_scanning_alert', 'created', { alert: secret }),
  inRepository('secret_scanning_alert', 'publicly_leaked', { alert: secret }),
  inRepository('secret_scanning_alert', 'resolved', { alert: secret }),
  inRepository('secret_scanning_alert', 'validated', { alert: secret }),
  inRepository('secret_scanning_alert_location', 'created', { alert: secret, location: { type: 'commit' } }),
  inRepository('repository', 'archived', {}),
  inRepository('repository', 'unarchived', {}),
  inRepository('repository_advisory', 'published', {
    repository_advisory: {
      summary: 'A template can read files',
      description: 'Update to 2.0.',
      severity: 'high',
      html_url: `${home}/security/advisories/GHSA-1`,
      published_at: at,
    },
  }),
  inRepository('registry_package', 'published', { registry_package: registryPackage }),
  inRepository('repository_vulnerability_alert', 'resolve', { alert: { affected_package_name: 'rack' } }),
  inRepository('dependabot_alert', 'reintroduced', { alert: { number: 7, html_url: `${home}/alerts/7` } }),
  inRepository('repository_ruleset', 'created', { repository_ruleset: { name: 'main is safe' } }),
  inRepository('branch_protection_configuration', 'disabled', {}),
  inRepository('security_and_analysis', '', { changes: {} }),
  inOrganization('personal_access_token_request', 'created', {
    personal_access_token_request: { owner: { login: 'bob' }, token_name: 'laptop' },
  }),
  inOrganization('organization', 'deleted', {}),
  inOrganization('projects_v2_status_update', 'created', {
    projects_v2_status_update: { status: 'AT_RISK', body: 'Two weeks late.', created_at: at },
  }),
  { event: 'sponsorship', payload: { action: 'cancelled', sponsorship: sponsorship('public'), sender } },
  {
    event: 'sponsorship',
    payload: {
      action: 'tier_changed',
      sponsorship: sponsorship('private'),
      changes: { tier: { from: tier('$5 a month') } },
      sender,
    },
  },
  inRepository('sub_issues', 'sub_issue_added', { sub_issue_id: 3_000_000_001 }),
  inRepository('custom_property_values', 'updated', {}),
]

/** The made payload of an event and action that fits. */
export function made(
  event: string,
  action: string,
  fits: (payload: Payload) => boolean = () => true,
): Payload {
  const found = madePayloads.find(
    ({ event: name, payload }) => name === event && payload.action === action && fits(payload),
  )
  if (!found) throw new Error(`no made ${event}.${action} like that`)
  return found.payload
}
