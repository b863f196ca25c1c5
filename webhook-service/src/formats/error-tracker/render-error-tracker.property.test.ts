import { expect } from 'chai'
import fc from 'fast-check'
import { errorTrackerPayloads, resourceNames } from '../../../test/fixtures/error-tracker/payloads.ts'
import {
  anyCharacter,
  assertSafeRendering,
  hostileTexts,
  type Path,
  replacePart,
} from '../../../test/tools/hostile-payload.ts'
import type { Payload } from '../payload.ts'
import { renderErrorTracker } from './render-error-tracker.ts'

const invalid = fc.oneof(
  fc.constantFrom<unknown>(null, undefined, true, 0, -1, 1e308, 2 ** 53, '9223372036854775808', ''),
  fc.constantFrom<unknown>(
    [],
    {},
    [null],
    [[]],
    { toString: 1, valueOf: 1 },
    { title: '@here' },
    Array(500).fill({ type: '@x' }),
  ),
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: anyCharacter, maxLength: 200 }),
)

const originals = Object.entries(errorTrackerPayloads).map(([name, payload]) => ({
  resource: resourceNames[name as keyof typeof errorTrackerPayloads],
  payload: payload as Payload,
  paths: pathsOf(payload),
}))

describe('renderErrorTracker with mutated payloads', () => {
  it('never throws, and renders messages within limits and without mentions', () => {
    const changes = fc.array(fc.tuple(fc.nat(), invalid), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(fc.nat(originals.length - 1), changes, fc.boolean(), (index, parts, isNamed) => {
        const { resource, payload, paths } = originals[index] ?? expect.fail()
        const mutated = parts.reduce(
          (changed, [where, value]) => replacePart(changed, paths[where % paths.length] ?? [], value),
          payload,
        )
        assertSafeRendering(renderErrorTracker(isNamed ? resource : '', mutated))
      }),
      { numRuns: 3000 },
    )
  })

  it('accepts every part being absent, null or hostile', () => {
    for (const { resource, payload, paths } of originals)
      for (const path of paths)
        for (const value of [undefined, null, 7, {}, [], ...hostileTexts])
          assertSafeRendering(renderErrorTracker(resource, replacePart(payload, path, value)))
  })

  it('returns names of resource and action that are safe in a header', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, minLength: 1 }), invalid, (resource, action) => {
        const { event, action: named } = renderErrorTracker(resource, { action })
        expect([event, named ?? ''].join('')).to.match(/^[\w-]{0,128}$/)
      }),
    )
  })
})

function pathsOf(payload: object): Path[] {
  return Object.entries(payload).flatMap(([key, value]) => [
    [key],
    ...(typeof value === 'object' && value !== null ? pathsOf(value).map((path) => [key, ...path]) : []),
  ])
}
