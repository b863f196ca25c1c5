import type { Embed } from '../embed.ts'
import { type Payload, textAt } from '../payload.ts'
import { toMarkdownLine } from '../text/markdown.ts'
import { buildEmbed, colors, humanize, nameAt } from './build-embed.ts'

/** Nothing happened that anybody has to know (webhooks.md B4). */
const unremarkable = ['skipped', 'neutral', 'stale']

const colorOf: Record<string, number> = {
  success: colors.open,
  failure: colors.closed,
  timed_out: colors.closed,
  startup_failure: colors.closed,
  action_required: colors.warning,
  cancelled: colors.neutral,
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
export function checkEmbed(payload: Payload, { path, name, branch, ...parts }: Check): Embed | undefined {
  const conclusion = textAt(payload, `${path}.conclusion`) ?? 'completed'
  if (unremarkable.includes(conclusion)) return undefined
  const words = humanize(conclusion) || 'completed'
  const place = nameAt(payload, branch)
  return buildEmbed(payload, {
    title: `${toMarkdownLine(name, 140)} ${words}${place ? ` on ${place}` : ''}`,
    color: (Object.hasOwn(colorOf, conclusion) && colorOf[conclusion]) || colors.neutral,
    time: textAt(payload, `${path}.completed_at`) ?? textAt(payload, `${path}.updated_at`),
    ...parts,
  })
}
