import { cardOf } from '@gatehouse/webhook-service/code-host/card-of'
import { type EventRow, eventTable } from '@gatehouse/webhook-service/code-host/event-table'
import { madePayloads } from '@gatehouse/webhook-service/code-host/made-payloads'
import { recordedPayloads, serverPayloads } from '@gatehouse/webhook-service/code-host/recorded-payloads'
import { translateCodeHost } from '@gatehouse/webhook-service/code-host/translate'
import { markdownTable } from './markdown-table.ts'

/** The events of code hosts for readers, each with the title of a real message. */
export function eventsMarkdown(): string {
  const shown = eventTable.filter((row) => row.shown.length > 0)
  const never = eventTable.filter((row) => row.shown.length === 0)
  return [
    '# Events of code hosts',
    '',
    'Made by `npm run generate` from `webhook-service/src/code-host/events.ts`.',
    '',
    'What is ignored is answered 204 and kept as a delivery, with `X-Webhook-Result: ignored:<event>.<action>`, or `ignored:<event>`',
    'for events that have no actions or are never shown. Nothing has to be switched off at the sender.',
    '',
    '## Shown',
    '',
    eventRows(shown.filter(({ isOptIn }) => !isOptIn)),
    '',
    '## Shown when an event filter asks for them',
    '',
    'A rule of the event filter that allows the event and names it under `events` switches it on.',
    '',
    eventRows(shown.filter(({ isOptIn }) => isOptIn)),
    '',
    '## Never shown',
    '',
    `${never.map(({ event }) => `\`${event}\``).join(', ')}, and every event that is not on this page.`,
    '',
  ].join('\n')
}

function eventRows(rows: EventRow[]): string {
  return markdownTable(
    ['Event', 'Shown', 'Ignored', 'For example'],
    rows.map((row) => [`\`${row.event}\``, actions(row.shown), ignoredOf(row), exampleTitle(row.event)]),
  )
}

function actions(names: string[]): string {
  return names.map((name) => (name === '*' ? 'any' : `\`${name}\``)).join(', ')
}

function ignoredOf({ ignored, except }: EventRow): string {
  return [actions(ignored), except].filter(Boolean).join('; ')
}

/** The title of the first real payload of the event that is shown. */
function exampleTitle(event: string): string {
  const example = [...recordedPayloads, ...serverPayloads, ...madePayloads].find(
    (each) => each.event === event && translateCodeHost(event, each.payload).kind === 'rendered',
  )
  if (!example) throw new Error(`Add a payload of ${event} to made-payloads.ts: there is none to show.`)
  return `\`${cardOf(event, example.payload).title}\``
}
