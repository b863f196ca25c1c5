import type { Embed } from '../../embed.ts'
import type { Payload } from '../../payload.ts'
import { textAt } from '../../payload.ts'
import { card, colours, loginAt } from '../build-embed.ts'

export function collaboratorAdded(payload: Payload): Embed {
  return collaboratorCard(payload, 'New collaborator added', colours.open)
}

export function collaboratorRemoved(payload: Payload): Embed {
  return collaboratorCard(payload, 'Collaborator removed', colours.neutral)
}

function collaboratorCard(payload: Payload, happened: string, color: number): Embed {
  return card(payload, {
    title: `${happened}: ${loginAt(payload, 'member')}`,
    url: textAt(payload, 'member.html_url'),
    color,
  })
}
