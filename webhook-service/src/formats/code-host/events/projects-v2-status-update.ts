import type { Embed } from '../../embed.ts'
import type { Payload } from '../../payload.ts'
import { neededRecord, textAt } from '../../payload.ts'
import { card, colours, excerpt, inWords } from '../build-embed.ts'

const colourOf: Record<string, number> = {
  ON_TRACK: colours.open,
  AT_RISK: colours.warning,
  OFF_TRACK: colours.closed,
  COMPLETE: colours.merged,
}

export function projectStatusUpdated(payload: Payload): Embed {
  neededRecord(payload, 'projects_v2_status_update')
  const status = textAt(payload, 'projects_v2_status_update.status') ?? ''
  const words = inWords(status).toLowerCase()
  return card(payload, {
    title: `Project status update${words && `: ${words}`}`,
    color: (Object.hasOwn(colourOf, status) && colourOf[status]) || colours.neutral,
    description: excerpt(payload, 'projects_v2_status_update.body'),
    time: textAt(payload, 'projects_v2_status_update.created_at'),
  })
}
