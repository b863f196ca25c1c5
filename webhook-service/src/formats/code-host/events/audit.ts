import type { Embed } from '../../embed.ts'
import type { Payload } from '../../payload.ts'
import { firstTextAt, neededText, textAt } from '../../payload.ts'
import { foreignLine } from '../../text/markdown.ts'
import { card, colours } from '../build-embed.ts'

export function branchRuleChanged(payload: Payload): Embed {
  return auditCard(payload, 'Branch protection rule', 'rule.name')
}

export function rulesetChanged(payload: Payload): Embed {
  return auditCard(payload, 'Ruleset', 'repository_ruleset.name', 'repository_ruleset._links.html.href')
}

/** The key itself stays out of the message. */
export function deployKeyChanged(payload: Payload): Embed {
  return auditCard(payload, 'Deploy key', 'key.title')
}

export function tokenRequestChanged(payload: Payload): Embed {
  return auditCard(
    payload,
    'Personal access token request',
    'personal_access_token_request.owner.login',
    'personal_access_token_request.owner.html_url',
  )
}

export function branchProtectionSwitched(payload: Payload): Embed {
  return card(payload, {
    title: `Branch protection ${actionOf(payload)}`,
    url: textAt(payload, 'repository.html_url'),
    color: colours.warning,
  })
}

export function securitySettingsChanged(payload: Payload): Embed {
  return card(payload, {
    title: 'Security and analysis settings changed',
    url: textAt(payload, 'repository.html_url'),
    color: colours.warning,
  })
}

/** Who may do what has changed, and how: the sender is the author of the card. */
function auditCard(payload: Payload, what: string, name: string, url = ''): Embed {
  const named = foreignLine(neededText(payload, name), 140)
  return card(payload, {
    title: `${what} ${actionOf(payload)}: ${named}`,
    url: firstTextAt(payload, url, 'repository.html_url'),
    color: colours.warning,
  })
}

function actionOf(payload: Payload): string {
  return foreignLine(neededText(payload, 'action'), 40)
}
