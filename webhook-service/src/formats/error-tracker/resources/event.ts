import type { Embed } from '../../embed.ts'
import { firstTextAt, isPayload, listAt, objectAt, type Payload, textAt } from '../../payload.ts'
import { buildEmbed, field, levelColor, literalField, requireRedactedLine } from '../build-embed.ts'
import { describeEvent } from './describe-event.ts'

export function eventAlertTriggered(payload: Payload): Embed {
  return eventEmbed(
    payload,
    'event',
    textAt(payload, 'data.triggered_rule') ?? textAt(payload, 'data.issue_alert.title'),
  )
}

export function errorCreated(payload: Payload): Embed {
  return eventEmbed(payload, 'error')
}

function eventEmbed(payload: Payload, key: 'event' | 'error', rule?: string): Embed {
  const title = requireRedactedLine(payload, `data.${key}.title`)
  const event = objectAt(payload, `data.${key}`) ?? {}
  return buildEmbed({
    title,
    url: textAt(event, 'web_url'),
    color: levelColor(textAt(event, 'level')),
    description: describeEvent(event),
    time: textAt(event, 'datetime') ?? textAt(event, 'timestamp'),
    fields: [
      literalField('Environment', textAt(event, 'environment') ?? tagOf(event, 'environment')),
      literalField('Release', releaseOf(event)),
      field('Rule', rule),
      field('Project', projectOf(event)),
    ],
  })
}

/** An event has the number of its project, and its name in the addresses of the API alone. */
function projectOf(event: Payload): string | undefined {
  const name = firstTextAt(event, 'project.slug', 'project_slug', 'project_name')
  const url = firstTextAt(event, 'url', 'issue_url') ?? ''
  return name ?? /\/api\/0\/projects\/[\w.-]+\/([\w.-]{1,100})\//.exec(url)?.[1]
}

function releaseOf(event: Payload): string | undefined {
  return textAt(event, 'release') ?? textAt(event, 'release.version') ?? tagOf(event, 'release')
}

/** Tags are pairs in some reports and objects in others. */
function tagOf(event: Payload, name: string): string | undefined {
  for (const tag of listAt(event, 'tags') ?? []) {
    const pair = Array.isArray(tag) ? { key: tag[0], value: tag[1] } : tag
    if (isPayload(pair) && pair.key === name) return textAt(pair, 'value')
  }
  return undefined
}
