import { apiRoutes } from '@gatehouse/gateway/routes'
import type { Field } from '@gatehouse/service-kit/testing/json-schema'
import { maxTurnMs } from '@gatehouse/service-kit/testing/longest-turn'
import { maxMeasurements, slowness } from '@gatehouse/service-kit/testing/processor-ms'
import { expect } from 'chai'
import { openDevStack } from './dev-stack.ts'
import { type CostlyValue, costlyValues } from './surface/costly-values.ts'
import { documentationOf } from './surface/documented.ts'
import { replaced } from './surface/odd-values.ts'
import { useRouteSender } from './surface/route-sender.ts'

type Case = CostlyValue & { field: Field }

/** Beyond twice the time of a plain text of the same size: of the gateway, the service and this client together. */
const allowedMs = 25
const maxBytes = 256 * 1024
/** For the other fields of the sample. */
const reservedBytes = 8 * 1024

/** All kinds of texts for each field, not some of them in turn. */
const isComplete = process.env.GATEHOUSE_TEST_EVERY_COST === '1'
const textsInTurn = 4

/** So that payloads of senders are rendered. */
const actions: Record<string, string> = {
  'code-host': 'opened',
  github: 'opened',
  'error-tracker': 'triggered',
}
const eventHeaders: Record<string, string> = {
  'x-github-event': 'issues',
  'sentry-hook-resource': 'event_alert',
}

/**
 * No request holds the event loop for long, is answered with more than 64 KiB of errors or with a status above 499. Components repeat
 * in the document, so that each kind of value is sent once for each name and type of a field, and one kind for each further field.
 */
describe('the costs of one request', () => {
  // All requests come from one address.
  const stack = openDevStack({ settings: { GATEHOUSE_ARRIVING_BYTES: String(256 * 1024 * 1024) } })
  const seen = new Set<string>()
  let turn = 0

  function casesOf(fields: Field[]): Case[] {
    return fields.flatMap((field) => {
      turn += 1
      const all = costlyValues(field)
      const texts = all.filter(({ isText }) => isText)
      const inTurn = new Set(
        texts.map((_, index) => texts[(turn + index * 3) % texts.length]).slice(0, textsInTurn),
      )
      const wanted = all.filter((each) => isComplete || !each.isText || inTurn.has(each))
      const name = `${field.path.at(-1)} ${[...field.types].sort()}`
      const isNew = seen.size < seen.add(name).size
      return (isNew || isComplete ? wanted : wanted.slice(turn % Math.max(wanted.length, 1)).slice(0, 1)).map(
        (each) => ({ field, ...each }),
      )
    })
  }

  for (const route of apiRoutes) {
    const { body } = documentationOf(route)
    const cases = casesOf(body?.fields ?? [])
    if (body === null || cases.length === 0) continue

    describe(`${route.method.toUpperCase()} ${route.path}`, () => {
      const { request } = useRouteSender(stack, route)
      const action = actions[route.path.split('/').at(-1) ?? '']
      const sample = { ...body.sample, ...(action !== undefined && { action }) }
      const bytes = Math.min(route.bodyLimit, maxBytes) - reservedBytes
      const headers = route.isSenderBody ? eventHeaders : {}
      const turnOf = (text: string) => maxTurnMs(() => request({ body: text, headers }))
      let limitMs: number
      before(async () => {
        const control = JSON.stringify({ ...sample, unknown_padding: 'a'.repeat(bytes) })
        const turns = [await turnOf(control), await turnOf(control), await turnOf(control)]
        limitMs = allowedMs + 2 * Math.min(...turns)
      })

      for (const { field, what, fill } of cases) {
        const name = field.path.join('.')
        it(`are small: ${name} ${what}`, async () => {
          const text = JSON.stringify(replaced(sample, field.path, fill(bytes)))
          // A collection of garbage can be in any turn.
          let shortest = Number.POSITIVE_INFINITY
          for (let attempt = 0; attempt < maxMeasurements && shortest >= limitMs; attempt += 1) {
            const measured = await turnOf(text)
            shortest = Math.min(shortest, measured < limitMs ? measured : measured / slowness())
          }
          expect(shortest, `${text.length} bytes`).to.be.below(limitMs)
        })
      }
    })
  }
})
