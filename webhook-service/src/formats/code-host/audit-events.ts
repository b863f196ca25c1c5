import { type EventRule, optIn, type Render, renderActions, renderAlways } from '../events/event-rule.ts'
import * as audit from './events/audit.ts'

/** Changes of permissions and keys, which only few channels want to see. */
export const auditEvents: Record<string, EventRule> = {
  branch_protection_rule: optIn(renderActions(onEveryChange(audit.branchRuleChanged))),
  branch_protection_configuration: optIn(
    renderActions({ enabled: audit.branchProtectionSwitched, disabled: audit.branchProtectionSwitched }),
  ),
  repository_ruleset: optIn(renderActions(onEveryChange(audit.rulesetChanged))),
  deploy_key: optIn(renderActions({ created: audit.deployKeyChanged, deleted: audit.deployKeyChanged })),
  personal_access_token_request: optIn(
    renderActions({
      created: audit.tokenRequestChanged,
      approved: audit.tokenRequestChanged,
      denied: audit.tokenRequestChanged,
      cancelled: audit.tokenRequestChanged,
    }),
  ),
  security_and_analysis: optIn(renderAlways(audit.securitySettingsChanged)),
}

function onEveryChange(render: Render): Record<string, Render> {
  return { created: render, edited: render, deleted: render }
}
