import type { Embed } from '../../messages/embed.ts'
import { foreignLine } from '../../messages/markdown.ts'
import { card, colours } from '../appearance.ts'
import type { Payload } from '../payload.ts'
import { neededText, textAt } from '../payload.ts'

export function collaboratorAdded(payload: Payload): Embed {
  return collaboratorCard(payload, 'New collaborator added', colours.open)
}

export function collaboratorRemoved(payload: Payload): Embed {
  return collaboratorCard(payload, 'Collaborator removed', colours.neutral)
}

function collaboratorCard(payload: Payload, happened: string, color: number): Embed {
  const login = neededText(payload, 'member.login')
  return card(payload, {
    title: `${happened}: ${foreignLine(login, 140)}`,
    url: textAt(payload, 'member.html_url'),
    color,
  })
}
