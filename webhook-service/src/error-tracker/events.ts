import { type EventRule, ignored, optIn, shown, shownOn } from '../code-host/event-rule.ts'
import { commentCreated } from './comment.ts'
import { errorCreated, eventAlertTriggered } from './event.ts'
import { issueArchived, issueAssigned, issueCreated, issueResolved, issueUnresolved } from './issue.ts'
import { legacyNotice } from './legacy.ts'
import { metricCritical, metricResolved, metricWarning } from './metric-alert.ts'
import { pullRequestCreated, rootCauseCompleted } from './seer.ts'

/** What the old plugin's notice is called: its sender names no resource. */
export const legacy = 'legacy'

/** The resources of error trackers (webhooks.md C1). Every other one is ignored. */
export const resources: Record<string, EventRule> = {
  issue: shownOn({
    created: issueCreated,
    resolved: issueResolved,
    assigned: issueAssigned,
    archived: issueArchived,
    // What archiving was called before.
    ignored: issueArchived,
    unresolved: issueUnresolved,
  }),
  event_alert: shownOn({ triggered: eventAlertTriggered }),
  metric_alert: shownOn({ critical: metricCritical, warning: metricWarning, resolved: metricResolved }),
  // Off by default: there are as many of them as there are errors (contract.md 8 row 3).
  error: optIn(shownOn({ created: errorCreated })),
  comment: shownOn({ created: commentCreated }, ['updated', 'deleted']),
  seer: optIn(shownOn({ root_cause_completed: rootCauseCompleted, pr_created: pullRequestCreated })),
  // Its payload carries a code that gives access; nothing of it is ever read.
  installation: ignored,
  preprod_artifact: ignored,
  [legacy]: shown(legacyNotice),
}
