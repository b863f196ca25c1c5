import { expect } from 'chai'
import fc from 'fast-check'
import { isPayload, type Payload } from '../code-host/payload.ts'
import { codePointLength } from '../messages/cut-text.ts'
import { type Embed, embedLength, limits } from '../messages/embed.ts'
import { recordedPayloads, resourceNames } from './recorded-payloads.ts'
import { translateErrorTracker } from './translate.ts'

/** Whatever could become a mention for any consumer once somebody looks at the text. */
const liveMention = /[@\uff20\ufe6b][\p{L}\p{N}_]|<@[!&]|<[#!]|<id:|<\/[^>\n]+:\d/iu

const hostile = [
  '@everyone <@1> [x](https://evil.test) <!here> <#1> </name:1>',
  '\u202e\u2066right to left\u200b\u200d\ufeff@here\u061c\uff20here',
  '*_`~|[]()<>\\'.repeat(5000),
  '😀'.repeat(100_000),
  `a${'\u0301'.repeat(20_000)}`,
  '\ud800](https://evil.test)',
  '\n> quote\n# head\n```',
  'javascript:alert(1)',
  'https://user:word@evil.test',
  ' \u200b ',
]
const odd = fc.oneof(
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
  fc.constantFrom(...hostile),
  fc.string({ unit: 'binary', maxLength: 200 }),
)

const originals = Object.entries(recordedPayloads).map(([name, payload]) => ({
  resource: resourceNames[name as keyof typeof recordedPayloads],
  payload: payload as Payload,
  paths: pathsOf(payload),
}))

describe('a payload of an error tracker with any of its parts odd', () => {
  it('is never a failure, and stays a message within limits that mentions nobody', () => {
    const changes = fc.array(fc.tuple(fc.nat(), odd), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(fc.nat(originals.length - 1), changes, fc.boolean(), (index, parts, isNamed) => {
        const { resource, payload, paths } = originals[index] ?? expect.fail()
        const mutated = parts.reduce(
          (changed, [where, value]) => withPart(changed, paths[where % paths.length] ?? [], value),
          payload,
        )
        assertHarmless(isNamed ? resource : '', mutated)
      }),
      { numRuns: 3000 },
    )
  }).timeout(60_000)

  it('is none either with each single part missing, null or hostile', () => {
    for (const { resource, payload, paths } of originals)
      for (const path of paths)
        for (const value of [undefined, null, 7, {}, [], ...hostile])
          assertHarmless(resource, withPart(payload, path, value))
  }).timeout(60_000)

  it('names resource and action in letters that can stand in a header, whatever they are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), odd, (resource, action) => {
        const { event, action: named } = translateErrorTracker(resource, { action })
        expect([event, named ?? ''].join('')).to.match(/^[\w-]{0,128}$/)
      }),
    )
  })
})

function assertHarmless(resource: string, payload: Payload): void {
  const translation = translateErrorTracker(resource, payload)
  if (translation.kind === 'unrenderable') expect(translation.path).to.match(/^[a-z_.]+$/)
  if (translation.kind === 'ignored') expect(translation.what).to.match(/^[\w-]+(\.[\w-]+)?$/)
  if (translation.kind === 'rendered') for (const embed of translation.draft.embeds) assertHarmlessCard(embed)
}

function assertHarmlessCard(embed: Embed): void {
  const fields = (embed.fields ?? []).flatMap(({ name, value }) => [name, value])
  const markdown = [embed.title, embed.description, ...fields].filter((text) => text !== undefined)
  for (const text of [...markdown, ...(embed.author ? [embed.author.name] : [])]) {
    expect(text).to.not.equal('')
    expect(text).not.to.match(liveMention)
    expect(text).not.to.match(/[\u202e\u2066\u061c]/)
  }
  for (const text of markdown)
    expect(text.replace(/```[^`]*```/g, '')).not.to.match(/(?<!\\)\[x\]\(https:\/\/evil/)
  expect(codePointLength(embed.title ?? '')).to.be.within(1, limits.title)
  expect(codePointLength(embed.description ?? '')).to.be.at.most(limits.description)
  expect(embed.fields ?? []).to.have.length.at.most(5)
  expect(embedLength(embed)).to.be.at.most(limits.embedSum)
  expect(embed.url ?? 'https://').to.match(/^https?:\/\//i)
}

type Path = string[]

function pathsOf(payload: object): Path[] {
  return Object.entries(payload).flatMap(([key, value]) => [
    [key],
    ...(typeof value === 'object' && value !== null ? pathsOf(value).map((path) => [key, ...path]) : []),
  ])
}

/** A copy with one part replaced; parts that are no longer there stay away. */
function withPart(payload: Payload, [key, ...rest]: Path, value: unknown): Payload {
  if (key === undefined) return payload
  if (rest.length === 0) return { ...payload, [key]: value }
  const inner = payload[key]
  if (Array.isArray(inner)) return { ...payload, [key]: Object.values(withPart({ ...inner }, rest, value)) }
  return isPayload(inner) ? { ...payload, [key]: withPart(inner, rest, value) } : payload
}
