import { leastProcessorMs } from '@gatehouse/service-kit/testing/processor-ms'
import { expect } from 'chai'
import fc from 'fast-check'
import {
  type ExamplePayload,
  enterpriseServerPayloads,
  examplePayloads,
} from '../../../test/fixtures/code-host/example-payloads.ts'
import { syntheticPayloads } from '../../../test/fixtures/code-host/synthetic-payloads.ts'
import {
  anyCharacter,
  assertSafeRendering,
  hostileTexts,
  type Path,
  replacePart,
} from '../../../test/tools/hostile-payload.ts'
import type { Payload } from '../payload.ts'
import { inferEvent } from './infer-event.ts'
import { renderCodeHost } from './render-code-host.ts'

const deep = Array.from({ length: 60 }).reduce<unknown>((inner) => ({ inner, name: '@all' }), 'end')
const invalid = fc.oneof(
  fc.constantFrom<unknown>(null, undefined, true, 0, -1, 2 ** 53, '9223372036854775808', ''),
  fc.constantFrom<unknown>(
    [],
    {},
    [null],
    [[]],
    { toString: 1, valueOf: 1 },
    { login: '@here' },
    deep,
    Array(500).fill({ title: '@x' }),
  ),
  fc.constantFrom(...hostileTexts),
  fc
    .array(fc.constantFrom(...hostileTexts.map((text) => text.slice(0, 60))), { maxLength: 8 })
    .map((t) => t.join('')),
  fc.string({ unit: anyCharacter, maxLength: 200 }),
)

/** One example payload of each event, action and ref type that is rendered. */
const shown = [...examplePayloads, ...enterpriseServerPayloads, ...syntheticPayloads].filter(
  ({ event, payload }) => renderCodeHost(event, payload).kind === 'rendered',
)
const oneOfEach = [
  ...new Map(
    shown.map((each) => [`${each.event} ${each.payload.action} ${each.payload.ref_type}`, each]),
  ).values(),
]

describe('renderCodeHost with mutated payloads', () => {
  it('never throws, and renders messages within limits and without mentions', () => {
    const mutation = fc.tuple(fc.nat(), invalid)
    const mutations = fc.array(mutation, { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(fc.nat(oneOfEach.length - 1), mutations, (index, changes) => {
        const original = oneOfEach[index] as ExamplePayload
        const payload = mutated(original, changes)
        assertSafeRendering(renderCodeHost(original.event, payload))
        expect(inferEvent(payload) ?? '').to.match(/^[a-z_]*$/)
      }),
      { numRuns: 4000 },
    )
  })

  it('accepts every part that it reads being absent, null or hostile', () => {
    for (const original of oneOfEach)
      for (const path of pathsRead(original))
        for (const value of [undefined, null, 7, {}, [], ...hostileTexts])
          assertSafeRendering(renderCodeHost(original.event, replacePart(original.payload, path, value)))
  })

  it('treats a part of invisible characters as absent', () => {
    const invisible = ['\u200b', ' \u3000\n', '\u2028\u0007\u202e\u00ad\ufeff', '\u2800\u3164'.repeat(9000)]
    for (const original of oneOfEach)
      for (const path of pathsRead(original))
        for (const value of invisible) {
          const shown = renderCodeHost(original.event, replacePart(original.payload, path, value))
          const missing = renderCodeHost(original.event, replacePart(original.payload, path, undefined))
          expect({ ...shown, action: '' }, path.join('.')).to.deep.equal({ ...missing, action: '' })
        }
  })

  it('takes no longer for a part of the size of the body', () => {
    let total = 0
    for (const [event, path] of [
      ['create', ['ref']],
      ['check_run', ['check_run', 'conclusion']],
      ['check_suite', ['check_suite', 'head_sha']],
      ['issues', ['issue', 'body']],
      ['release', ['release', 'published_at']],
    ] as const) {
      const { payload } = oneOfEach.find((each) => each.event === event) as ExamplePayload
      for (const filler of ['/', '_', '\\', '<!--', '\n']) {
        const filled = replacePart(payload, [...path], filler.repeat(20_000_000 / filler.length))
        total += leastProcessorMs(80, () => renderCodeHost(event, filled))
      }
    }
    // Reading all of the text would take seconds.
    expect(total).to.be.below(2000)
  })

  const eventHeader = fc.string({ unit: anyCharacter }).filter((text) => text.trim() !== '')

  it('returns names of event and action that are safe in a header', () => {
    fc.assert(
      fc.property(eventHeader, invalid, (event, action) => {
        const rendering = renderCodeHost(event, { action })
        expect([rendering.event, rendering.action ?? ''].join('')).to.match(/^[\w-]{0,128}$/)
      }),
    )
  })
})

/** The paths that rendering reads, so that mutations change what matters. */
function pathsRead({ event, payload }: ExamplePayload): Path[] {
  const paths = new Map<string, Path>()
  renderCodeHost(event, watched(payload, []))
  return [...paths.values()]

  function watched<T extends object>(value: T, path: Path): T {
    return new Proxy(value, {
      get(target, key) {
        const found: unknown = Reflect.get(target, key)
        if (typeof key !== 'string' || !Object.hasOwn(target, key) || key === 'length') return found
        const inner = [...path, key]
        paths.set(inner.join(' '), inner)
        return typeof found === 'object' && found !== null ? watched(found, inner) : found
      },
    })
  }
}

function mutated(original: ExamplePayload, changes: [where: number, value: unknown][]): Payload {
  const paths = pathsRead(original)
  return changes.reduce<Payload>(
    (payload, [where, value]) => replacePart(payload, paths[where % paths.length] ?? ['action'], value),
    original.payload,
  )
}
