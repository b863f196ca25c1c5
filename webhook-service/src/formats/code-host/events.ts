import { type EventRule, ignored, optIn, renderActions, renderAlways } from '../events/event-rule.ts'
import { auditEvents } from './audit-events.ts'
import { colors } from './build-embed.ts'
import { routineConclusions } from './check-embed.ts'
import { checkRunCompleted, checkSuiteCompleted } from './events/checks.ts'
import { codeScanningAlert } from './events/code-scanning-alert.ts'
import { commitCommentCreated } from './events/commit-comment.ts'
import { dependabotAlert } from './events/dependabot-alert.ts'
import { deployment, deploymentReview, deploymentStatus } from './events/deployments.ts'
import {
  discussion,
  discussionAnswered,
  discussionClosed,
  discussionCommentCreated,
} from './events/discussion.ts'
import { fork } from './events/fork.ts'
import { gollum } from './events/gollum.ts'
import { issueCommentCreated } from './events/issue-comment.ts'
import { issue, issueClosed, issueTransferred } from './events/issues.ts'
import { member } from './events/member.ts'
import { milestone } from './events/milestone.ts'
import { organizationDeleted, organizationRenamed } from './events/organization.ts'
import { packagePublished } from './events/package.ts'
import { pageBuild } from './events/page-build.ts'
import { projectStatusUpdated } from './events/projects-v2-status-update.ts'
import { openPullRequest, pullRequestClosed, pullRequestOpened } from './events/pull-request.ts'
import { reviewDismissed, reviewSubmitted } from './events/pull-request-review.ts'
import { reviewCommentCreated } from './events/pull-request-review-comment.ts'
import { push } from './events/push.ts'
import { created, deleted } from './events/reference.ts'
import { releasePromoted, releasePublished } from './events/release.ts'
import { ofRepository, repository, repositoryDeleted } from './events/repository.ts'
import { repositoryAdvisoryPublished } from './events/repository-advisory.ts'
import { vulnerabilityAlert } from './events/repository-vulnerability-alert.ts'
import { secretScanningAlert } from './events/secret-scanning-alert.ts'
import { sponsorship } from './events/sponsorship.ts'
import { commitStatus } from './events/status.ts'
import { team, teamMember } from './events/teams.ts'
import { workflowJobCompleted, workflowRunCompleted } from './events/workflows.ts'
import { ignoredEvents } from './ignored-events.ts'

const labelAndLockActions = ['labeled', 'unlabeled', 'locked', 'unlocked']

const triageActions = [...labelAndLockActions, 'assigned', 'unassigned', 'milestoned', 'demilestoned']

const routineChecks = `the conclusions ${inWords(routineConclusions)}`

/** All known events; others are ignored. `docs/webhooks-events.md` is generated from this table. */
export const events: Record<string, EventRule> = {
  push: renderAlways(push, 'tags, deletions, new branches without commits, merge queues'),
  create: renderAlways(created),
  delete: renderAlways(deleted),
  issues: renderActions(
    {
      opened: issue('opened', { color: colors.open, body: 'issue.body', time: 'issue.created_at' }),
      closed: issueClosed,
      reopened: issue('reopened', { color: colors.open, time: 'issue.updated_at' }),
      transferred: issueTransferred,
    },
    [...triageActions, 'deleted', 'edited', 'pinned', 'unpinned', 'typed', 'untyped'],
  ),
  issue_comment: renderActions({ created: issueCommentCreated }, ['edited', 'deleted']),
  pull_request: renderActions(
    {
      opened: pullRequestOpened,
      closed: pullRequestClosed,
      reopened: openPullRequest('reopened', { color: colors.open, time: 'pull_request.updated_at' }),
      ready_for_review: openPullRequest('ready for review', {
        color: colors.open,
        time: 'pull_request.updated_at',
      }),
    },
    [
      ...triageActions,
      'auto_merge_enabled',
      'auto_merge_disabled',
      'converted_to_draft',
      'edited',
      'enqueued',
      'dequeued',
      'review_requested',
      'review_request_removed',
      'synchronize',
    ],
  ),
  pull_request_review: renderActions(
    { submitted: reviewSubmitted, dismissed: reviewDismissed },
    ['edited'],
    'commenting reviews without a body',
  ),
  pull_request_review_comment: renderActions({ created: reviewCommentCreated }, ['edited', 'deleted']),
  pull_request_review_thread: ignored,
  commit_comment: renderActions({ created: commitCommentCreated }),
  fork: renderAlways(fork),
  // A code host sends both `star` and `watch` for one star; each is a message.
  watch: renderActions({ started: ofRepository('New star added', colors.info) }),
  star: renderActions({ created: ofRepository('New star added', colors.info, 'starred_at') }, ['deleted']),
  member: renderActions(
    {
      added: member('New collaborator added', 'member', colors.open),
      removed: member('Collaborator removed', 'member', colors.neutral),
    },
    ['edited'],
  ),
  public: renderAlways(ofRepository('Now open sourced!', colors.open)),
  release: renderActions(
    { published: releasePublished, released: releasePromoted },
    ['created', 'edited', 'deleted', 'prereleased', 'unpublished'],
    'releases that were no prerelease before',
  ),
  check_run: renderActions(
    { completed: checkRunCompleted },
    ['created', 'requested_action', 'rerequested'],
    routineChecks,
  ),
  check_suite: renderActions({ completed: checkSuiteCompleted }, ['requested', 'rerequested'], routineChecks),
  workflow_run: renderActions(
    { completed: workflowRunCompleted },
    ['requested', 'in_progress'],
    routineChecks,
  ),
  workflow_job: optIn(
    renderActions({ completed: workflowJobCompleted }, ['queued', 'waiting', 'in_progress'], routineChecks),
  ),
  status: renderAlways(commitStatus, 'every state but `failure` and `error`'),
  deployment: optIn(renderAlways(deployment)),
  deployment_status: renderAlways(deploymentStatus, 'every state but `success`, `failure` and `error`'),
  deployment_review: renderActions({
    requested: deploymentReview('review requested', colors.warning),
    approved: deploymentReview('approved', colors.open),
    rejected: deploymentReview('rejected', colors.closed),
  }),
  deployment_protection_rule: ignored,
  discussion: renderActions(
    {
      created: discussion('created', {
        color: colors.open,
        body: 'discussion.body',
        time: 'discussion.created_at',
      }),
      answered: discussionAnswered,
      closed: discussionClosed,
      reopened: discussion('reopened', { color: colors.open, time: 'discussion.updated_at' }),
    },
    [
      ...labelAndLockActions,
      'category_changed',
      'deleted',
      'edited',
      'pinned',
      'unpinned',
      'transferred',
      'unanswered',
    ],
  ),
  discussion_comment: renderActions({ created: discussionCommentCreated }, ['edited', 'deleted']),
  gollum: renderAlways(gollum),
  page_build: renderAlways(pageBuild, 'every status but `errored`'),
  ping: ignored,
  repository: renderActions(
    {
      created: repository('created', colors.open),
      deleted: repositoryDeleted,
      archived: repository('archived', colors.neutral),
      unarchived: repository('unarchived', colors.info),
      renamed: repository('renamed', colors.info, ['changes.repository.name.from']),
      transferred: repository('transferred', colors.info, [
        'changes.owner.from.user.login',
        'changes.owner.from.organization.login',
      ]),
      publicized: repository('made public', colors.info),
      privatized: repository('made private', colors.neutral),
    },
    ['edited'],
  ),
  milestone: renderActions(
    {
      created: milestone('created', {
        color: colors.open,
        body: 'milestone.description',
        time: 'milestone.created_at',
      }),
      closed: milestone('closed', { color: colors.merged, time: 'milestone.closed_at' }),
    },
    ['edited', 'opened', 'deleted'],
  ),
  label: ignored,
  membership: renderActions({
    added: teamMember('added to', colors.open),
    removed: teamMember('removed from', colors.neutral),
  }),
  organization: renderActions(
    {
      member_added: member('Member added', 'membership.user', colors.open),
      member_removed: member('Member removed', 'membership.user', colors.neutral),
      renamed: organizationRenamed,
      deleted: organizationDeleted,
    },
    ['member_invited'],
  ),
  team: renderActions(
    {
      created: team('Team created', colors.open),
      deleted: team('Team deleted', colors.closed),
      added_to_repository: team('Team added to repository', colors.info),
      removed_from_repository: team('Team removed from repository', colors.neutral),
    },
    ['edited'],
  ),
  team_add: renderAlways(team('Repository added to team', colors.info)),
  dependabot_alert: renderActions(
    {
      created: dependabotAlert('created', colors.security),
      reopened: dependabotAlert('reopened', colors.security),
      reintroduced: dependabotAlert('reintroduced', colors.security),
      fixed: dependabotAlert('fixed', colors.open),
    },
    ['dismissed', 'auto_dismissed', 'auto_reopened'],
  ),
  code_scanning_alert: renderActions(
    {
      created: codeScanningAlert('created', colors.security),
      reopened: codeScanningAlert('reopened', colors.security),
      fixed: codeScanningAlert('fixed', colors.open),
    },
    ['appeared_in_branch', 'closed_by_user', 'reopened_by_user'],
  ),
  secret_scanning_alert: renderActions(
    {
      created: secretScanningAlert('Secret scanning alert created', colors.security),
      reopened: secretScanningAlert('Secret scanning alert reopened', colors.security),
      publicly_leaked: secretScanningAlert('Secret publicly leaked', colors.closed),
      resolved: secretScanningAlert('Secret scanning alert resolved', colors.open),
    },
    ['assigned', 'unassigned', 'validated'],
  ),
  secret_scanning_alert_location: ignored,
  secret_scanning_scan: ignored,
  repository_vulnerability_alert: renderActions(
    {
      create: vulnerabilityAlert('created', colors.security),
      reopen: vulnerabilityAlert('reopened', colors.security),
      resolve: vulnerabilityAlert('resolved', colors.open),
    },
    ['dismiss'],
  ),
  repository_advisory: renderActions({ published: repositoryAdvisoryPublished }, ['reported']),
  security_advisory: ignored,
  package: renderActions({ published: packagePublished('package') }, ['updated']),
  registry_package: renderActions({ published: packagePublished('registry_package') }, ['updated']),
  sponsorship: renderActions(
    {
      created: sponsorship('New sponsor', colors.open),
      cancelled: sponsorship('Sponsorship cancelled', colors.neutral),
      tier_changed: sponsorship('Sponsorship tier changed', colors.info),
    },
    ['edited', 'pending_cancellation', 'pending_tier_change'],
  ),
  projects_v2_status_update: renderActions({ created: projectStatusUpdated }, ['edited', 'deleted']),
  ...auditEvents,
  ...Object.fromEntries(ignoredEvents.map((event) => [event, ignored])),
}

function inWords(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(names.map((name) => `\`${name}\``))
}
