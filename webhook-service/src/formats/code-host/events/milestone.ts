import type { Embed } from '../../embed.ts'
import type { Payload } from '../../payload.ts'
import { neededText, textAt } from '../../payload.ts'
import { foreignLine } from '../../text/markdown.ts'
import { card, colours, excerpt } from '../build-embed.ts'

export function milestoneCreated(payload: Payload): Embed {
  return milestoneCard(payload, 'created', {
    color: colours.open,
    description: excerpt(payload, 'milestone.description'),
    time: textAt(payload, 'milestone.created_at'),
  })
}

export function milestoneClosed(payload: Payload): Embed {
  return milestoneCard(payload, 'closed', {
    color: colours.merged,
    time: textAt(payload, 'milestone.closed_at'),
  })
}

type Look = { color: number; description?: string | undefined; time: string | undefined }

function milestoneCard(payload: Payload, happened: string, look: Look): Embed {
  const title = neededText(payload, 'milestone.title')
  return card(payload, {
    title: `Milestone ${happened}: ${foreignLine(title, 200)}`,
    url: textAt(payload, 'milestone.html_url'),
    ...look,
  })
}
