import { type EventRule, ignored, optIn, renderActions, renderAlways } from '../events/event-rule.ts'
import { activityAlertTriggered } from './resources/activity.ts'
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
import { pullRequestCreated, rootCauseCompleted, solutionCompleted } from './resources/seer.ts'

/** The event name of payloads of the legacy plugin, which sends no resource. */
export const legacy = 'legacy'

/** All known resources; others are ignored. `docs/webhooks-events.md` is generated from this table. */
export const resources: Record<string, EventRule> = {
  issue: renderActions({
    created: issueCreated,
    resolved: issueResolved,
    assigned: issueAssigned,
    archived: issueArchived,
    // The former name of `archived`.
    ignored: issueArchived,
    unresolved: issueUnresolved,
  }),
  event_alert: renderActions({ triggered: eventAlertTriggered }),
  activity_alert: renderActions({ triggered: activityAlertTriggered }),
  metric_alert: renderActions({ critical: metricCritical, warning: metricWarning, resolved: metricResolved }),
  error: optIn(renderActions({ created: errorCreated })),
  comment: renderActions({ created: commentCreated }, ['updated', 'deleted']),
  seer: optIn(
    renderActions({
      root_cause_completed: rootCauseCompleted,
      solution_completed: solutionCompleted,
      pr_created: pullRequestCreated,
    }),
  ),
  // Ignored without reading: the payload contains an authorization code.
  installation: ignored,
  preprod_artifact: ignored,
  [legacy]: renderAlways(legacyPluginReport),
}
