import type { Embed } from '../../embed.ts'
import type { Render } from '../../events/event-rule.ts'
import { firstTextAt, type Payload, requireText } from '../../payload.ts'
import { toMarkdownLine } from '../../text/markdown.ts'
import { buildEmbed, colors } from '../build-embed.ts'

/** A change of something, by the paths of its name and its page. */
export function audit(what: string, name: string, url = 'repository.html_url'): Render {
  return (payload) => {
    const named = toMarkdownLine(requireText(payload, name), 140)
    return auditEmbed(payload, `${what} ${actionOf(payload)}: ${named}`, url)
  }
}

export function branchProtectionSwitched(payload: Payload): Embed {
  return auditEmbed(payload, `Branch protection ${actionOf(payload)}`)
}

export function securitySettingsChanged(payload: Payload): Embed {
  return auditEmbed(payload, 'Security and analysis settings changed')
}

function auditEmbed(payload: Payload, title: string, url = ''): Embed {
  return buildEmbed(payload, {
    title,
    url: firstTextAt(payload, url, 'repository.html_url'),
    color: colors.warning,
  })
}

function actionOf(payload: Payload): string {
  return toMarkdownLine(requireText(payload, 'action'), 40)
}
