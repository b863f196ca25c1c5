import type { Embed } from '../../embed.ts'
import { isPayload, listAt, type Payload, recordAt, textAt } from '../../payload.ts'
import { card, field, levelColour, neededLine } from '../build-embed.ts'
import { describeEvent } from './describe-event.ts'

export function eventAlertTriggered(payload: Payload): Embed {
  return eventCard(
    payload,
    'event',
    textAt(payload, 'data.triggered_rule') ?? textAt(payload, 'data.issue_alert.title'),
  )
}

export function errorCreated(payload: Payload): Embed {
  return eventCard(payload, 'error')
}

function eventCard(payload: Payload, key: 'event' | 'error', rule?: string): Embed {
  const title = neededLine(payload, `data.${key}.title`)
  const event = recordAt(payload, `data.${key}`) ?? {}
  return card({
    title,
    url: textAt(event, 'web_url'),
    color: levelColour(textAt(event, 'level')),
    description: describeEvent(event),
    time: textAt(event, 'datetime') ?? textAt(event, 'timestamp'),
    fields: [
      field('Environment', textAt(event, 'environment') ?? tagOf(event, 'environment')),
      field('Release', releaseOf(event)),
      field('Rule', rule),
    ],
  })
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
