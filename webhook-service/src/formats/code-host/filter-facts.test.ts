import { expect } from 'chai'
import { examplePayload, examplePayloads } from '../../../test/fixtures/code-host/example-payloads.ts'
import { codeHostFacts } from './filter-facts.ts'

const branchesOf = (event: string) => codeHostFacts(examplePayload(event, () => true)).branches

describe('codeHostFacts', () => {
  it('returns the branch of a push, but no tag', () => {
    expect(codeHostFacts({ ref: 'refs/heads/feature/a' }).branches).to.deep.equal(['refs/heads/feature/a'])
    expect(codeHostFacts({ ref: 'refs/tags/v1' }).branches).to.deep.equal([])
    expect(codeHostFacts({ ref: 'v1', ref_type: 'tag' }).branches).to.deep.equal([])
    expect(codeHostFacts({ ref: 'dev', ref_type: 'branch' }).branches).to.deep.equal(['dev'])
  })

  it('returns the target branch of a pull request and the branch of a check or run', () => {
    const base = { ref: 'main' }
    const head = { ref: 'feature' }
    expect(codeHostFacts({ pull_request: { base, head } }).branches).to.deep.equal(['main'])
    expect(codeHostFacts({ workflow_job: { head_branch: 'main' } }).branches).to.deep.equal(['main'])
    for (const event of ['check_run', 'check_suite', 'deployment', 'release'])
      expect(branchesOf(event), event).to.have.length(1)
    // Its example is of a fork.
    expect(branchesOf('workflow_run')).to.have.length(0)
    expect(codeHostFacts({ branches: [{ name: 'a' }, null, { name: 'b' }] }).branches).to.deep.equal([
      'a',
      'b',
    ])
  })

  it('returns labels and sender', () => {
    const labels = [{ name: 'bug' }, { name: '' }, 7, { name: 'urgent' }]
    const facts = codeHostFacts({ issue: { labels }, sender: { login: 'ann' } })
    expect([facts.labels, facts.senders]).to.deep.equal([['bug', 'urgent'], ['ann']])
  })

  it('finds values in the example payloads and none in invalid ones', () => {
    const found = examplePayloads.map(({ payload }) => codeHostFacts(payload))
    const having = (part: 'branches' | 'labels' | 'senders') =>
      found.filter((facts) => facts[part].length > 0)
    expect([having('branches').length, having('labels').length, having('senders').length]).to.deep.equal([
      107, 72, 325,
    ])
    const invalid = { ref: 7, issue: { labels: 'bug' }, branches: {}, sender: [], pull_request: null }
    expect(codeHostFacts(invalid)).to.deep.equal({
      format: 'code-host',
      branches: ['7'],
      labels: [],
      senders: [],
    })
    expect(codeHostFacts({ branches: Array(5000).fill({ name: 'x' }) }).branches).to.have.length(100)
  })
})
