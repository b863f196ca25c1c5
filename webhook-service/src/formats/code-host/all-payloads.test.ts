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
    const { kind, ignoredUnlessNamed } = renderCodeHost(event, payload)
    return ignoredUnlessNamed ? 'opt-in' : kind
  })
  return Object.fromEntries([...new Set(kinds)].map((kind) => [kind, kinds.filter((k) => k === kind).length]))
}

describe('renderCodeHost with all known payloads', () => {
  it('renders or ignores the 329 examples', () => {
    expect(examplePayloads).to.have.length(329)
    expect(counts(examplePayloads)).to.deep.equal({ rendered: 129, ignored: 181, 'opt-in': 19 })
  })

  it('renders or ignores the 397 examples of GitHub Enterprise Server', () => {
    expect(enterpriseServerPayloads).to.have.length(397)
    expect(counts(enterpriseServerPayloads)).to.deep.equal({ rendered: 193, ignored: 187, 'opt-in': 17 })
  })

  it('renders or ignores the synthetic payloads', () => {
    expect(counts(syntheticPayloads)).to.deep.equal({ rendered: 31, ignored: 6, 'opt-in': 4 })
  })

  it('renders or ignores every operation of the published schemas, with ids above 2^52', () => {
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
  })

  it('renders the same events with null for deleted accounts', () => {
    for (const host of ['api.github.com', 'ghes-3.19'] as const) {
      const full = schemaPayloads(host, 'full')
      const withoutPeople = schemaPayloads(host, 'withoutPeople')
      expect(withoutPeople).to.not.deep.equal(full)
      expect(counts(withoutPeople)).to.deep.equal(counts(full))
    }
  })

  it('needs no optional part except the name of a workflow run', () => {
    const bare = schemaPayloads('api.github.com', 'bare')
    const results = bare.map(({ event, payload }) => resultOf(event, payload))
    expect(counts(bare)).to.deep.equal({ rendered: 75, ignored: 165, unrenderable: 1, 'opt-in': 20 })
    expect(new Set(results.filter((result) => result.startsWith('unrenderable')))).to.deep.equal(
      new Set(['unrenderable:workflow_run.name']),
    )
  })
})
