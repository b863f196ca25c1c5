import type { Embed } from '../embed.ts'
import { type Payload, textAt } from '../payload.ts'
import { foreignLine } from '../text/markdown.ts'
import { card, colours, inWords, nameAt } from './build-embed.ts'

/** Nothing happened that anybody has to know (webhooks.md B4). */
const unremarkable = ['skipped', 'neutral', 'stale']

const colourOf: Record<string, number> = {
  success: colours.open,
  failure: colours.closed,
  timed_out: colours.closed,
  startup_failure: colours.closed,
  action_required: colours.warning,
  cancelled: colours.neutral,
}

type Check = {
  /** Where the conclusion, the branch and the times are. */
  path: string
  name: string
  branch: string
  url?: string | undefined
  description?: string | undefined
}

/** `name conclusion on branch`. A conclusion nobody knows is shown in neutral colour (contract.md 8 row 8). */
export function checkCard(payload: Payload, { path, name, branch, ...look }: Check): Embed | undefined {
  const conclusion = textAt(payload, `${path}.conclusion`) ?? 'completed'
  if (unremarkable.includes(conclusion)) return undefined
  const words = inWords(conclusion) || 'completed'
  const place = nameAt(payload, branch)
  return card(payload, {
    title: `${foreignLine(name, 140)} ${words}${place ? ` on ${place}` : ''}`,
    color: (Object.hasOwn(colourOf, conclusion) && colourOf[conclusion]) || colours.neutral,
    time: textAt(payload, `${path}.completed_at`) ?? textAt(payload, `${path}.updated_at`),
    ...look,
  })
}
