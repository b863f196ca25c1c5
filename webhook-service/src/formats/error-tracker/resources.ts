import { type EventRule, ignored, optIn, renderActions, renderAlways } from '../events/event-rule.ts'
import { commentCreated } from './resources/comment.ts'
import { errorCreated, eventAlertTriggered } from './resources/event.ts'
import {
  issueArchived,
  issueAssigned,
  issueCreated,
  issueResolved,
  issueUnresolved,
} from './resources/issue.ts'
import { legacyPluginReport } from './resources/legacy-plugin.ts'
import { metricCritical, metricResolved, metricWarning } from './resources/metric-alert.ts'
import { pullRequestCreated, rootCauseCompleted } from './resources/seer.ts'

/** What the old plugin's notice is called: its sender names no resource. */
export const legacy = 'legacy'

/** The resources of error trackers (webhooks.md C1). Every other one is ignored. */
export const resources: Record<string, EventRule> = {
  issue: renderActions({
    created: issueCreated,
    resolved: issueResolved,
    assigned: issueAssigned,
    archived: issueArchived,
    // What archiving was called before.
    ignored: issueArchived,
    unresolved: issueUnresolved,
  }),
  event_alert: renderActions({ triggered: eventAlertTriggered }),
  metric_alert: renderActions({ critical: metricCritical, warning: metricWarning, resolved: metricResolved }),
  // Off by default: there are as many of them as there are errors (contract.md 8 row 3).
  error: optIn(renderActions({ created: errorCreated })),
  comment: renderActions({ created: commentCreated }, ['updated', 'deleted']),
  seer: optIn(renderActions({ root_cause_completed: rootCauseCompleted, pr_created: pullRequestCreated })),
  // Its payload carries a code that gives access; nothing of it is ever read.
  installation: ignored,
  preprod_artifact: ignored,
  [legacy]: renderAlways(legacyPluginReport),
}
