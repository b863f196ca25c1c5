import type { Embed } from '../embed.ts'
import { type Payload, textAt } from '../payload.ts'
import { toMarkdownLine } from '../text/markdown.ts'
import { branchNames } from './branch-names.ts'
import { buildEmbed, colors, humanize } from './build-embed.ts'

export const routineConclusions = ['skipped', 'neutral', 'stale']

const colorOf: Record<string, number> = {
  success: colors.open,
  failure: colors.closed,
  timed_out: colors.closed,
  startup_failure: colors.closed,
  action_required: colors.warning,
  cancelled: colors.neutral,
}

type Check = {
  path: string
  name: string
  branch: string
  url?: string | undefined
  description?: string | undefined
}

/** An unknown conclusion is shown in a neutral color. */
export function checkEmbed(payload: Payload, { path, name, branch, ...parts }: Check): Embed | undefined {
  const conclusion = textAt(payload, `${path}.conclusion`) ?? 'completed'
  if (routineConclusions.includes(conclusion)) return undefined
  const outcome = humanize(conclusion) || 'completed'
  const { shown = '' } = branchNames(payload, branch)
  const branchName = toMarkdownLine(shown, 140)
  return buildEmbed(payload, {
    title: `${toMarkdownLine(name, 140)} ${outcome}${branchName ? ` on ${branchName}` : ''}`,
    color: (Object.hasOwn(colorOf, conclusion) && colorOf[conclusion]) || colors.neutral,
    time: textAt(payload, `${path}.completed_at`) ?? textAt(payload, `${path}.updated_at`),
    ...parts,
  })
}
