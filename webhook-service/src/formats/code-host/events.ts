import { type EventRule, ignored, optIn, renderActions, renderAlways } from '../events/event-rule.ts'
import { auditEvents } from './audit-events.ts'
import { routineConclusions } from './check-embed.ts'
import { checkRunCompleted, checkSuiteCompleted } from './events/checks.ts'
import * as codeScanning from './events/code-scanning-alert.ts'
import { commitCommentCreated } from './events/commit-comment.ts'
import * as dependabot from './events/dependabot-alert.ts'
import * as deployments from './events/deployments.ts'
import * as discussion from './events/discussion.ts'
import { fork } from './events/fork.ts'
import { gollum } from './events/gollum.ts'
import { issueCommentCreated } from './events/issue-comment.ts'
import * as issues from './events/issues.ts'
import { collaboratorAdded, collaboratorRemoved } from './events/member.ts'
import { milestoneClosed, milestoneCreated } from './events/milestone.ts'
import * as organization from './events/organization.ts'
import { packagePublished, registryPackagePublished } from './events/package.ts'
import { pageBuild } from './events/page-build.ts'
import { projectStatusUpdated } from './events/projects-v2-status-update.ts'
import { openSourced } from './events/public.ts'
import * as pullRequest from './events/pull-request.ts'
import { reviewDismissed, reviewSubmitted } from './events/pull-request-review.ts'
import { reviewCommentCreated } from './events/pull-request-review-comment.ts'
import { push } from './events/push.ts'
import { created, deleted } from './events/reference.ts'
import { releasePromoted, releasePublished } from './events/release.ts'
import * as repository from './events/repository.ts'
import { repositoryAdvisoryPublished } from './events/repository-advisory.ts'
import * as vulnerability from './events/repository-vulnerability-alert.ts'
import * as secrets from './events/secret-scanning-alert.ts'
import * as sponsorship from './events/sponsorship.ts'
import { starAdded } from './events/star.ts'
import { commitStatus } from './events/status.ts'
import * as teams from './events/teams.ts'
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
      opened: issues.issueOpened,
      closed: issues.issueClosed,
      reopened: issues.issueReopened,
      transferred: issues.issueTransferred,
    },
    [...triageActions, 'deleted', 'edited', 'pinned', 'unpinned', 'typed', 'untyped'],
  ),
  issue_comment: renderActions({ created: issueCommentCreated }, ['edited', 'deleted']),
  pull_request: renderActions(
    {
      opened: pullRequest.pullRequestOpened,
      closed: pullRequest.pullRequestClosed,
      reopened: pullRequest.pullRequestReopened,
      ready_for_review: pullRequest.pullRequestReady,
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
  watch: renderActions({ started: starAdded }),
  star: renderActions({ created: starAdded }, ['deleted']),
  member: renderActions({ added: collaboratorAdded, removed: collaboratorRemoved }, ['edited']),
  public: renderAlways(openSourced),
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
  deployment: optIn(renderAlways(deployments.deployment)),
  deployment_status: renderAlways(
    deployments.deploymentStatus,
    'every state but `success`, `failure` and `error`',
  ),
  deployment_review: renderActions({
    requested: deployments.deploymentReviewRequested,
    approved: deployments.deploymentApproved,
    rejected: deployments.deploymentRejected,
  }),
  deployment_protection_rule: ignored,
  discussion: renderActions(
    {
      created: discussion.discussionCreated,
      answered: discussion.discussionAnswered,
      closed: discussion.discussionClosed,
      reopened: discussion.discussionReopened,
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
  discussion_comment: renderActions({ created: discussion.discussionCommentCreated }, ['edited', 'deleted']),
  gollum: renderAlways(gollum),
  page_build: renderAlways(pageBuild, 'every status but `errored`'),
  ping: ignored,
  repository: renderActions(
    {
      created: repository.repositoryCreated,
      deleted: repository.repositoryDeleted,
      archived: repository.repositoryArchived,
      unarchived: repository.repositoryUnarchived,
      renamed: repository.repositoryRenamed,
      transferred: repository.repositoryTransferred,
      publicized: repository.repositoryPublicized,
      privatized: repository.repositoryPrivatized,
    },
    ['edited'],
  ),
  milestone: renderActions({ created: milestoneCreated, closed: milestoneClosed }, [
    'edited',
    'opened',
    'deleted',
  ]),
  label: ignored,
  membership: renderActions({ added: teams.teamMemberAdded, removed: teams.teamMemberRemoved }),
  organization: renderActions(
    {
      member_added: organization.organizationMemberAdded,
      member_removed: organization.organizationMemberRemoved,
      renamed: organization.organizationRenamed,
      deleted: organization.organizationDeleted,
    },
    ['member_invited'],
  ),
  team: renderActions(
    {
      created: teams.teamCreated,
      deleted: teams.teamDeleted,
      added_to_repository: teams.teamAddedToRepository,
      removed_from_repository: teams.teamRemovedFromRepository,
    },
    ['edited'],
  ),
  team_add: renderAlways(teams.teamAdd),
  dependabot_alert: renderActions(
    {
      created: dependabot.dependabotAlertCreated,
      reopened: dependabot.dependabotAlertReopened,
      reintroduced: dependabot.dependabotAlertReintroduced,
      fixed: dependabot.dependabotAlertFixed,
    },
    ['dismissed', 'auto_dismissed', 'auto_reopened'],
  ),
  code_scanning_alert: renderActions(
    {
      created: codeScanning.codeScanningAlertCreated,
      reopened: codeScanning.codeScanningAlertReopened,
      fixed: codeScanning.codeScanningAlertFixed,
    },
    ['appeared_in_branch', 'closed_by_user', 'reopened_by_user'],
  ),
  secret_scanning_alert: renderActions(
    {
      created: secrets.secretScanningAlertCreated,
      reopened: secrets.secretScanningAlertReopened,
      publicly_leaked: secrets.secretScanningAlertLeaked,
      resolved: secrets.secretScanningAlertResolved,
    },
    ['assigned', 'unassigned', 'validated'],
  ),
  secret_scanning_alert_location: ignored,
  secret_scanning_scan: ignored,
  repository_vulnerability_alert: renderActions(
    {
      create: vulnerability.vulnerabilityAlertCreated,
      reopen: vulnerability.vulnerabilityAlertReopened,
      resolve: vulnerability.vulnerabilityAlertResolved,
    },
    ['dismiss'],
  ),
  repository_advisory: renderActions({ published: repositoryAdvisoryPublished }, ['reported']),
  security_advisory: ignored,
  package: renderActions({ published: packagePublished }, ['updated']),
  registry_package: renderActions({ published: registryPackagePublished }, ['updated']),
  sponsorship: renderActions(
    {
      created: sponsorship.sponsorshipCreated,
      cancelled: sponsorship.sponsorshipCancelled,
      tier_changed: sponsorship.sponsorshipTierChanged,
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
