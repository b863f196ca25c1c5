import type { Embed } from '../../embed.ts'
import { type Payload, textAt } from '../../payload.ts'
import { buildEmbed, colors, loginAt } from '../build-embed.ts'

export function collaboratorAdded(payload: Payload): Embed {
  return collaboratorEmbed(payload, 'New collaborator added', colors.open)
}

export function collaboratorRemoved(payload: Payload): Embed {
  return collaboratorEmbed(payload, 'Collaborator removed', colors.neutral)
}

function collaboratorEmbed(payload: Payload, heading: string, color: number): Embed {
  return buildEmbed(payload, {
    title: `${heading}: ${loginAt(payload, 'member')}`,
    url: textAt(payload, 'member.html_url'),
    color,
  })
}
