import type { Embed } from '../messages/embed.ts'
import { unlessOptIn } from '../messages/translation.ts'
import type { Payload } from './payload.ts'
import { recorded } from './recorded-payloads.ts'
import { translateCodeHost } from './translate.ts'

/** What a payload becomes at a webhook without a filter, in the words of X-Webhook-Result; for tests. */
export function resultOf(event: string, payload: Payload): string {
  const translation = unlessOptIn(translateCodeHost(event, payload))
  if (translation.kind === 'ignored') return `ignored:${translation.what}`
  return translation.kind === 'unrenderable' ? `unrenderable:${translation.path}` : translation.kind
}

/** The card a payload becomes, opt-in or not; for tests. */
export function cardOf(event: string, payload: Payload): Embed {
  const translation = translateCodeHost(event, payload)
  const embed = translation.kind === 'rendered' ? translation.draft.embeds[0] : undefined
  if (!embed) throw new Error(`${event} is ${JSON.stringify(translation)}`)
  return embed
}

/** The card of the first recorded payload of `event` or `event.action`, with some of its parts changed. */
export function recordedCard(name: string, changes: Record<string, unknown> = {}): Embed {
  const [event = '', action] = name.split('.')
  return cardOf(
    event,
    recorded(event, (payload) => payload.action === action, changes),
  )
}
