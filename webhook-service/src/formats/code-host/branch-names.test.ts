import { expect } from 'chai'
import { examplePayloads } from '../../../test/fixtures/code-host/example-payloads.ts'
import { isPayload, type Payload } from '../payload.ts'
import { branchNames } from './branch-names.ts'
import { codeHostFacts } from './filter-facts.ts'
import { renderCodeHost } from './render-code-host.ts'

const own = { full_name: 'acme/lamp' }

describe('names of branches', () => {
  for (const [what, run, names] of [
    [
      'of the repository',
      { head_repository: { full_name: 'Acme/Lamp' } },
      { shown: 'main', matched: 'main' },
    ],
    ['without a repository', {}, { shown: 'main', matched: 'main' }],
    ['of a fork', { head_repository: { full_name: 'bob/lamp' } }, { shown: 'bob:main' }],
    [
      'of a renamed fork',
      { head_repository: { full_name: 'bob/other', owner: { login: 'Bob' } } },
      { shown: 'Bob:main' },
    ],
    ['of a deleted fork', { head_repository: null }, { shown: 'fork:main' }],
  ] as const)
    it(`${what} are shown with the owner of a fork only`, () => {
      const payload = { repository: own, workflow_run: { head_branch: 'main', ...run } }
      expect(branchNames(payload, 'workflow_run.head_branch')).to.deep.equal(names)
    })

  it('compare ids if a repository has no name', () => {
    const run = (id: number) => ({
      repository: { id: 1 },
      workflow_run: { head_branch: 'main', head_repository: { id } },
    })
    expect(branchNames(run(1), 'workflow_run.head_branch').matched).to.equal('main')
    expect(branchNames(run(2), 'workflow_run.head_branch')).to.deep.equal({ shown: 'fork:main' })
  })

  it('of a pull request name the fork, and rules match its target', () => {
    const payload = {
      action: 'opened',
      repository: own,
      pull_request: {
        title: 'x',
        base: { ref: 'main', repo: own },
        head: { ref: 'main', repo: null, user: { login: 'bob' } },
      },
    }
    const rendering = renderCodeHost('pull_request', payload)
    expect(rendering.kind === 'rendered' && rendering.draft.embeds[0]?.fields?.[0]?.value).to.equal(
      '`main` ← `bob:main`',
    )
    expect(codeHostFacts(payload).branches).to.deep.equal(['main'])
  })

  it('of a failed run and of a deployment name the fork', () => {
    const fork = { full_name: 'bob/lamp' }
    const run = { name: 'CI', conclusion: 'failure', head_branch: 'main', head_repository: fork }
    const rendering = renderCodeHost('workflow_run', {
      action: 'completed',
      repository: own,
      workflow_run: run,
    })
    expect(rendering.kind === 'rendered' && rendering.draft.embeds[0]?.title).to.equal(
      '[acme/lamp] CI failure on bob:main',
    )
    const deployment = { environment: 'preview', ref: 'main' }
    expect(codeHostFacts({ repository: own, deployment, workflow_run: run }).branches).to.deep.equal([])
    const deployed = renderCodeHost('deployment', { repository: own, deployment, workflow_run: run })
    expect(deployed.kind === 'rendered' && deployed.draft.embeds[0]?.fields?.[0]?.value).to.equal(
      '`bob:main`',
    )
  })

  it('of a foreign repository are matched in no example', () => {
    let seen = 0
    for (const { event, payload } of examplePayloads) {
      const foreign = foreignHeads(payload as Payload)
      if (JSON.stringify(foreign) === JSON.stringify(payload)) continue
      seen += 1
      expect(JSON.stringify(renderCodeHost(event, foreign)), event).not.to.match(/ on main"|← `main`/)
      const heads = codeHostFacts(foreign).branches
      const target = (foreign.pull_request as Payload | undefined)?.base as Payload | undefined
      expect(
        heads.filter((branch) => branch !== target?.ref),
        event,
      ).to.deep.equal([])
    }
    expect(seen).to.be.above(1)
  })
})

/** Each head repository outside of lists becomes that of somebody else, and its branch `main`. */
function foreignHeads(payload: Payload): Payload {
  const fork = { full_name: 'bob/lamp', owner: { login: 'bob' } }
  const entries = Object.entries(payload).map(([key, value]): [string, unknown] => {
    if (key === 'head_repository') return [key, fork]
    if (key === 'head' && isPayload(value) && 'repo' in value)
      return [key, { ...value, ref: 'main', repo: fork }]
    return [key, isPayload(value) ? foreignHeads(value) : value]
  })
  return Object.fromEntries(
    entries.map(([key, value]) => [
      key,
      key === 'head_branch' && 'head_repository' in payload ? 'main' : value,
    ]),
  )
}
