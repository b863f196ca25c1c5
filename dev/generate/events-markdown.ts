import { events } from '@gatehouse/webhook-service/formats/code-host/events'
import { renderCodeHost } from '@gatehouse/webhook-service/formats/code-host/render-code-host'
import { renderErrorTracker } from '@gatehouse/webhook-service/formats/error-tracker/render-error-tracker'
import { resources } from '@gatehouse/webhook-service/formats/error-tracker/resources'
import { type EventRow, eventRows } from '@gatehouse/webhook-service/formats/events/event-rows'
import type { Rendering } from '@gatehouse/webhook-service/formats/rendering'
import {
  enterpriseServerPayloads,
  examplePayloads,
} from '@gatehouse/webhook-service/test/fixtures/code-host/example-payloads'
import { syntheticPayloads } from '@gatehouse/webhook-service/test/fixtures/code-host/synthetic-payloads'
import {
  errorTrackerPayloads,
  resourceNames,
} from '@gatehouse/webhook-service/test/fixtures/error-tracker/payloads'
import { markdownTable } from './markdown-table.ts'

/** The events of one format, and the translations of real payloads to take examples from. */
type Chapter = { title: string; rows: EventRow[]; renderings: Rendering[] }

/** What becomes of every event of code hosts and error trackers, each with the title of a real message. */
export function eventsMarkdown(): string {
  return [
    '# Events',
    '',
    'Made by `npm run generate` from the tables the code itself follows: `webhook-service/src/formats/code-host/events.ts` and',
    '`webhook-service/src/formats/error-tracker/resources.ts`.',
    '',
    'What is ignored is answered 204 and kept as a delivery, with `X-Webhook-Result: ignored:<event>.<action>`, or `ignored:<event>`',
    'for events that have no actions or are never shown. Nothing has to be switched off at the sender.',
    '',
    ...chapterLines(codeHosts()),
    ...chapterLines(errorTrackers()),
  ].join('\n')
}

function codeHosts(): Chapter {
  const payloads = [...examplePayloads, ...enterpriseServerPayloads, ...syntheticPayloads]
  const renderings = payloads.map(({ event, payload }) => renderCodeHost(event, payload))
  return { title: 'Code hosts', rows: eventRows(events), renderings }
}

function errorTrackers(): Chapter {
  const renderings = Object.entries(errorTrackerPayloads).map(([name, payload]) =>
    renderErrorTracker(resourceNames[name as keyof typeof errorTrackerPayloads], payload),
  )
  return { title: 'Error trackers', rows: eventRows(resources), renderings }
}

function chapterLines({ title, rows, renderings }: Chapter): string[] {
  const shown = rows.filter((row) => row.shown.length > 0)
  const never = rows.filter((row) => row.shown.length === 0)
  const table = (some: EventRow[]) => eventsTable(some, renderings)
  return [
    `## ${title}`,
    '',
    '### Shown',
    '',
    table(shown.filter(({ isOptIn }) => !isOptIn)),
    '',
    '### Shown when an event filter asks for them',
    '',
    'A rule of the event filter that allows the event and names it under `events` switches it on.',
    '',
    table(shown.filter(({ isOptIn }) => isOptIn)),
    '',
    '### Never shown',
    '',
    `${never.map(({ event }) => `\`${event}\``).join(', ')}, and every event that is not on this page.`,
    '',
  ]
}

function eventsTable(rows: EventRow[], renderings: Rendering[]): string {
  return markdownTable(
    ['Event', 'Shown', 'Ignored', 'For example'],
    rows.map((row) => [
      `\`${row.event}\``,
      actions(row.shown),
      ignoredOf(row),
      exampleTitle(row.event, renderings),
    ]),
  )
}

function actions(names: string[]): string {
  return names.map((name) => (name === '*' ? 'any' : `\`${name}\``)).join(', ')
}

function ignoredOf({ ignored, except }: EventRow): string {
  return [actions(ignored), except].filter(Boolean).join('; ')
}

/** The title of the first real payload of the event that is shown. */
function exampleTitle(event: string, renderings: Rendering[]): string {
  for (const rendering of renderings) {
    if (rendering.event !== event || rendering.kind !== 'rendered') continue
    const title = rendering.draft.embeds[0]?.title
    if (title !== undefined) return `\`${title}\``
  }
  throw new Error(`There is no payload of ${event} that is shown: add one to the recorded or made payloads.`)
}
