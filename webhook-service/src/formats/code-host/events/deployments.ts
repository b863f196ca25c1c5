import type { Embed, EmbedField } from '../../embed.ts'
import type { Render } from '../../events/event-rule.ts'
import { firstTextAt, type Payload, requireText, textAt } from '../../payload.ts'
import { toMarkdownLine } from '../../text/markdown.ts'
import { branchNames } from '../branch-names.ts'
import { buildEmbed, colors, excerpt } from '../build-embed.ts'
import { commitLine, commitUrl } from '../commits.ts'
import { codeField } from '../fields.ts'

export function deployment(payload: Payload): Embed {
  const environment = requireText(payload, 'deployment.environment')
  return buildEmbed(payload, {
    title: `Deployment to ${toMarkdownLine(environment, 140)} created`,
    url: textAt(payload, 'workflow_run.html_url'),
    color: colors.info,
    description: excerpt(payload, 'deployment.description'),
    fields: refAndCommit(payload),
    time: textAt(payload, 'deployment.created_at'),
  })
}

const site = 'deployment_status.environment_url'
const logs = ['deployment_status.log_url', 'deployment_status.target_url']

const outcomes: Record<string, number> = {
  success: colors.open,
  failure: colors.closed,
  error: colors.closed,
}

export function deploymentStatus(payload: Payload): Embed | undefined {
  const state = requireText(payload, 'deployment_status.state')
  const color = Object.hasOwn(outcomes, state) ? outcomes[state] : undefined
  if (color === undefined) return undefined
  return buildEmbed(payload, {
    title: `Deployment${target(payload, 'deployment_status.environment', 'deployment.environment')}: ${state}`,
    url: firstTextAt(payload, ...(state === 'success' ? [site, ...logs] : [...logs, site])),
    color,
    description: excerpt(payload, 'deployment_status.description'),
    fields: refAndCommit(payload),
    time: textAt(payload, 'deployment_status.created_at'),
  })
}

/** In this event `comment` is a text, not an object, and the workflow run may be null. */
export function deploymentReview(change: string, color: number): Render {
  return (payload) =>
    buildEmbed(payload, {
      title: `Deployment${target(payload, 'environment', 'workflow_job_run.environment')}: ${change}`,
      url: textAt(payload, 'workflow_run.html_url'),
      color,
      description: excerpt(payload, 'comment'),
      time: textAt(payload, 'since'),
    })
}

/** A ref can be the commit itself. */
function refAndCommit(payload: Payload): EmbedField[] {
  const [ref, hash] = [branchNames(payload, 'deployment.ref').shown, textAt(payload, 'deployment.sha')]
  const commit = hash === ref ? '' : commitLine({ hash, url: commitUrl(payload, hash) })
  return [...codeField('Ref', ref), ...(commit ? [{ name: 'Commit', value: commit, inline: true }] : [])]
}

function target(payload: Payload, ...paths: string[]): string {
  const environment = firstTextAt(payload, ...paths)
  return environment ? ` to ${toMarkdownLine(environment, 140)}` : ''
}
