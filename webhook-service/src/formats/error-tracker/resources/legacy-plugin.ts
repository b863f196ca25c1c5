import { messageLimits } from '@gatehouse/proto/executions/message-limits'
import type { Embed } from '../../embed.ts'
import { firstTextAt, type Payload, textAt, UnrenderableError } from '../../payload.ts'
import { redactedLine } from '../../redaction/redacted-markdown.ts'
import { buildEmbed, field, levelColor, projectPrefix } from '../build-embed.ts'

/** The legacy plugin sends no resource and no action, and all values at the top level. */
export function legacyPluginReport(payload: Payload): Embed {
  const text = firstTextAt(payload, 'event.title', 'message', 'culprit') ?? ''
  const title = redactedLine(text, messageLimits.title)
  if (!title) throw new UnrenderableError('message')
  const level = textAt(payload, 'level') ?? textAt(payload, 'event.level')
  const culprit = textAt(payload, 'culprit')
  const project = firstTextAt(payload, 'project_name', 'project_slug', 'project')
  return buildEmbed({
    title: `${projectPrefix(project)}${title}`,
    color: levelColor(level),
    url: textAt(payload, 'url'),
    description: culprit && culprit !== text ? redactedLine(culprit, messageLimits.excerpt) : undefined,
    time: textAt(payload, 'event.timestamp') ?? textAt(payload, 'event.datetime'),
    fields: [field('Level', level), field('Rule', rulesOf(payload))],
  })
}

function rulesOf({ triggering_rules }: Payload): string | undefined {
  const rules = Array.isArray(triggering_rules) ? triggering_rules : []
  return rules.filter((rule) => typeof rule === 'string').join(', ') || undefined
}
