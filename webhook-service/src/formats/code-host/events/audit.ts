import type { Embed } from '../../embed.ts'
import { firstTextAt, type Payload, requireText, textAt } from '../../payload.ts'
import { toMarkdownLine } from '../../text/markdown.ts'
import { buildEmbed, colors } from '../build-embed.ts'

export function branchRuleChanged(payload: Payload): Embed {
  return auditEmbed(payload, 'Branch protection rule', 'rule.name')
}

export function rulesetChanged(payload: Payload): Embed {
  return auditEmbed(payload, 'Ruleset', 'repository_ruleset.name', 'repository_ruleset._links.html.href')
}

export function deployKeyChanged(payload: Payload): Embed {
  return auditEmbed(payload, 'Deploy key', 'key.title')
}

export function tokenRequestChanged(payload: Payload): Embed {
  return auditEmbed(
    payload,
    'Personal access token request',
    'personal_access_token_request.owner.login',
    'personal_access_token_request.owner.html_url',
  )
}

export function branchProtectionSwitched(payload: Payload): Embed {
  return buildEmbed(payload, {
    title: `Branch protection ${actionOf(payload)}`,
    url: textAt(payload, 'repository.html_url'),
    color: colors.warning,
  })
}

export function securitySettingsChanged(payload: Payload): Embed {
  return buildEmbed(payload, {
    title: 'Security and analysis settings changed',
    url: textAt(payload, 'repository.html_url'),
    color: colors.warning,
  })
}

function auditEmbed(payload: Payload, what: string, name: string, url = ''): Embed {
  const named = toMarkdownLine(requireText(payload, name), 140)
  return buildEmbed(payload, {
    title: `${what} ${actionOf(payload)}: ${named}`,
    url: firstTextAt(payload, url, 'repository.html_url'),
    color: colors.warning,
  })
}

function actionOf(payload: Payload): string {
  return toMarkdownLine(requireText(payload, 'action'), 40)
}
