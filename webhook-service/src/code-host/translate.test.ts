import { expect } from 'chai'
import { codePointLength } from '../messages/cut-text.ts'
import { embedLength, limits } from '../messages/embed.ts'
import type { Translation } from '../messages/translation.ts'
import { isPayload, type Payload } from './payload.ts'
import { recordedPayloads } from './recorded-payloads.ts'
import { translateCodeHost } from './translate.ts'

const resultOf = (event: string, payload: Payload) => {
  const translation = translateCodeHost(event, payload)
  if (translation.kind === 'ignored') return `ignored:${translation.what}`
  return translation.kind === 'rendered' ? 'rendered' : `unrenderable:${translation.path}`
}

describe('a payload of a code host', () => {
  it('is rendered or ignored for every recorded one', () => {
    const results = recordedPayloads.map(({ event, payload }) => resultOf(event, payload))
    const rendered = results.filter((result) => result === 'rendered')
    expect(results).to.have.length(329)
    expect(rendered).to.have.length(19)
    expect(results.filter((result) => result.startsWith('unrenderable'))).to.deep.equal([])
    expect(
      new Set(results.filter((result) => result.includes('.')).map((result) => result.split('.')[0])),
    ).to.deep.equal(new Set(['ignored:issues', 'ignored:pull_request']))
  })

  it('names the action only of events that have others to show', () => {
    expect(resultOf('issues', { action: 'labeled' })).to.equal('ignored:issues.labeled')
    expect(resultOf('star', { action: 'created' })).to.equal('ignored:star')
    expect(resultOf('ping', { zen: 'x' })).to.equal('ignored:ping')
    expect(resultOf('push', { ref: 'refs/tags/v1' })).to.equal('ignored:push')
  })

  it('is unrenderable by the path of what is missing', () => {
    expect(resultOf('issues', {})).to.equal('unrenderable:action')
    expect(resultOf('issues', { action: 'opened', issue: null })).to.equal('unrenderable:issue')
    expect(resultOf('pull_request', { action: 'opened', pull_request: {} })).to.equal(
      'unrenderable:pull_request.title',
    )
  })

  it('cannot put its own letters into a header', () => {
    expect(resultOf('bad\r\nevent:ü', {})).to.equal('ignored:bad__event__')
    expect(resultOf('issues', { action: 'a\nb' })).to.equal('ignored:issues.a_b')
    expect(resultOf('x'.repeat(500), {})).to.have.length('ignored:'.length + 64)
  })

  it('finds no event on what every object inherits', () => {
    for (const event of ['constructor', '__proto__', 'toString'])
      expect(resultOf(event, {})).to.equal(`ignored:${event}`)
    expect(resultOf('issues', { action: 'constructor' })).to.equal('ignored:issues.constructor')
  })

  it('stays a message within limits that mentions nobody, whichever part is odd', () => {
    const shown = recordedPayloads.filter(({ event, payload }) => resultOf(event, payload) === 'rendered')
    const oneOfEach = new Map(shown.map((each) => [`${each.event} ${each.payload.action}`, each])).values()
    for (const { event, payload } of oneOfEach)
      for (const odd of variations(payload)) assertHarmless(translateCodeHost(event, odd))
  })
})

const hostile = `@everyone <@1> [x](https://evil.test) ${'\u202e*_`~|'.repeat(4000)}`
const oddities = [
  null,
  undefined,
  0,
  true,
  '',
  [],
  {},
  [null],
  hostile,
  'https://gatehouse.test/)[x](https://evil.test)',
]

/** The payload with each of its parts, three levels down, replaced by each oddity. */
function* variations(payload: Payload, depth = 3): Generator<Payload> {
  for (const [key, value] of Object.entries(payload)) {
    for (const odd of oddities) yield { ...payload, [key]: odd }
    if (depth > 1 && isPayload(value))
      for (const inner of variations(value, depth - 1)) yield { ...payload, [key]: inner }
  }
}

function assertHarmless(translation: Translation): void {
  if (translation.kind !== 'rendered') return
  expect(JSON.stringify(translation.draft)).not.to.match(/@everyone|<@1>|\u202e/)
  for (const embed of translation.draft.embeds) {
    expect(codePointLength(embed.title ?? '')).to.be.within(1, limits.title)
    expect(codePointLength(embed.description ?? '')).to.be.at.most(limits.description)
    // Neither a URL nor what stands in code forms a link.
    expect(`${embed.title}\n${embed.description}`).not.to.match(/(?<!\\)\[x\]/)
    expect(embedLength(embed)).to.be.at.most(limits.embedSum)
  }
}
