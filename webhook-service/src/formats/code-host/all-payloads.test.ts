import { expect } from 'chai'
import {
  type ExamplePayload,
  enterpriseServerPayloads,
  examplePayloads,
} from '../../../test/fixtures/code-host/example-payloads.ts'
import { resultOf } from '../../../test/fixtures/code-host/render-example.ts'
import { schemaPayloads } from '../../../test/fixtures/code-host/schema-payloads.ts'
import { syntheticPayloads } from '../../../test/fixtures/code-host/synthetic-payloads.ts'
import { renderCodeHost } from './render-code-host.ts'

/** Counts payloads by kind of result; opt-in events are counted apart. */
function counts(payloads: ExamplePayload[]): Record<string, number> {
  const kinds = payloads.map(({ event, payload }) => {
    const { kind, optIn } = renderCodeHost(event, payload)
    return optIn ? 'opt-in' : kind
  })
  return Object.fromEntries([...new Set(kinds)].map((kind) => [kind, kinds.filter((k) => k === kind).length]))
}

describe('every payload of a code host we could get hold of', () => {
  it('the 329 recorded ones are rendered or ignored', () => {
    expect(examplePayloads).to.have.length(329)
    expect(counts(examplePayloads)).to.deep.equal({ rendered: 129, ignored: 181, 'opt-in': 19 })
  })

  it('the 397 recorded at servers people run themselves are as well', () => {
    expect(enterpriseServerPayloads).to.have.length(397)
    expect(counts(enterpriseServerPayloads)).to.deep.equal({ rendered: 193, ignored: 187, 'opt-in': 17 })
  })

  it('those made by hand are as well', () => {
    expect(counts(syntheticPayloads)).to.deep.equal({ rendered: 31, ignored: 6, 'opt-in': 4 })
  })

  it('all operations of the published schemas are as well, with ids past 2^52', () => {
    expect(counts(schemaPayloads('api.github.com', 'full'))).to.deep.equal({
      rendered: 76,
      ignored: 165,
      'opt-in': 20,
    })
    expect(counts(schemaPayloads('ghes-3.19', 'full'))).to.deep.equal({
      rendered: 73,
      ignored: 166,
      'opt-in': 20,
    })
  }).timeout(20_000)

  it('without the people whose accounts were deleted, which schemas allow to be null, all are shown as well', () => {
    for (const host of ['api.github.com', 'ghes-3.19'] as const) {
      const full = schemaPayloads(host, 'full')
      const withoutPeople = schemaPayloads(host, 'withoutPeople')
      expect(withoutPeople).to.not.deep.equal(full)
      expect(counts(withoutPeople)).to.deep.equal(counts(full))
    }
  }).timeout(20_000)

  it('with all that may be absent or null, only a workflow without a name cannot be shown', () => {
    const bare = schemaPayloads('api.github.com', 'bare')
    const results = bare.map(({ event, payload }) => resultOf(event, payload))
    expect(counts(bare)).to.deep.equal({ rendered: 75, ignored: 165, unrenderable: 1, 'opt-in': 20 })
    expect(new Set(results.filter((result) => result.startsWith('unrenderable')))).to.deep.equal(
      new Set(['unrenderable:workflow_run.name']),
    )
  }).timeout(20_000)
})
