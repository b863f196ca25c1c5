import type { Embed } from '../../embed.ts'
import { type Payload, requireObject, textAt } from '../../payload.ts'
import { buildEmbed, colors, excerpt, humanize } from '../build-embed.ts'

const colorOf: Record<string, number> = {
  ON_TRACK: colors.open,
  AT_RISK: colors.warning,
  OFF_TRACK: colors.closed,
  COMPLETE: colors.merged,
}

export function projectStatusUpdated(payload: Payload): Embed {
  requireObject(payload, 'projects_v2_status_update')
  const status = textAt(payload, 'projects_v2_status_update.status') ?? ''
  const statusText = humanize(status).toLowerCase()
  return buildEmbed(payload, {
    title: `Project status update${statusText && `: ${statusText}`}`,
    color: (Object.hasOwn(colorOf, status) && colorOf[status]) || colors.neutral,
    description: excerpt(payload, 'projects_v2_status_update.body'),
    time: textAt(payload, 'projects_v2_status_update.created_at'),
  })
}
