import type { Embed } from '../../embed.ts'
import { type Payload, requireText, textAt } from '../../payload.ts'
import { buildEmbed, colors, excerpt, writtenLine } from '../build-embed.ts'

export function milestoneCreated(payload: Payload): Embed {
  return milestoneEmbed(payload, 'created', {
    color: colors.open,
    description: excerpt(payload, 'milestone.description'),
    time: textAt(payload, 'milestone.created_at'),
  })
}

export function milestoneClosed(payload: Payload): Embed {
  return milestoneEmbed(payload, 'closed', {
    color: colors.merged,
    time: textAt(payload, 'milestone.closed_at'),
  })
}

type Parts = { color: number; description?: string | undefined; time: string | undefined }

function milestoneEmbed(payload: Payload, change: string, parts: Parts): Embed {
  const title = requireText(payload, 'milestone.title')
  return buildEmbed(payload, {
    title: `Milestone ${change}: ${writtenLine(title, 200)}`,
    url: textAt(payload, 'milestone.html_url'),
    ...parts,
  })
}
