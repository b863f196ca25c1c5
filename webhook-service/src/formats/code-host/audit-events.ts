import { type EventRule, optIn, type Render, renderActions, renderAlways } from '../events/event-rule.ts'
import { audit, branchProtectionSwitched, securitySettingsChanged } from './events/audit.ts'

const request = 'personal_access_token_request'

/** Changes of permissions and keys, which only few channels want to see. */
export const auditEvents: Record<string, EventRule> = {
  branch_protection_rule: each('created edited deleted', audit('Branch protection rule', 'rule.name')),
  branch_protection_configuration: each('enabled disabled', branchProtectionSwitched),
  repository_ruleset: each(
    'created edited deleted',
    audit('Ruleset', 'repository_ruleset.name', 'repository_ruleset._links.html.href'),
  ),
  deploy_key: each('created deleted', audit('Deploy key', 'key.title')),
  personal_access_token_request: each(
    'created approved denied cancelled',
    audit('Personal access token request', `${request}.owner.login`, `${request}.owner.html_url`),
  ),
  security_and_analysis: optIn(renderAlways(securitySettingsChanged)),
}

function each(actions: string, render: Render): EventRule {
  return optIn(renderActions(Object.fromEntries(actions.split(' ').map((action) => [action, render]))))
}
