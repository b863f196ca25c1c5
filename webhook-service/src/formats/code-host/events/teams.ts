import type { Render } from '../../events/event-rule.ts'
import { requireText, textAt } from '../../payload.ts'
import { toMarkdownLine } from '../../text/markdown.ts'
import { buildEmbed, loginAt, nameAt } from '../build-embed.ts'

export function teamMember(change: string, color: number): Render {
  return (payload) => {
    const name = nameAt(payload, 'team.name')
    return buildEmbed(payload, {
      title: `Member ${change} ${name ? `team ${name}` : 'a team'}: ${loginAt(payload, 'member')}`,
      url: textAt(payload, 'member.html_url'),
      color,
    })
  }
}

export function team(heading: string, color: number): Render {
  return (payload) =>
    buildEmbed(payload, {
      title: `${heading}: ${toMarkdownLine(requireText(payload, 'team.name'), 140)}`,
      url: textAt(payload, 'team.html_url'),
      color,
    })
}
