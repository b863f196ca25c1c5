import { expect } from 'chai'
import { enterpriseServerPayloads } from '../../../../test/fixtures/code-host/example-payloads.ts'
import { exampleEmbed, renderedEmbed, resultOf } from '../../../../test/fixtures/code-host/render-example.ts'
import { syntheticPayload } from '../../../../test/fixtures/code-host/synthetic-payloads.ts'

const title = (name: string) => exampleEmbed(name).title

describe('rendering a repository', () => {
  it('shows the change', () => {
    expect(title('repository.created')).to.equal('[Octocoders/Hello-World] Repository created')
    expect(title('repository.renamed')).to.equal(
      '[Octocoders/Hello-World] Repository renamed from Hello-World',
    )
    expect(title('repository.transferred')).to.equal(
      '[Octocoders/Hello-World] Repository transferred from octocat',
    )
    expect(title('repository.publicized')).to.include('Repository made public')
    expect(title('repository.privatized')).to.include('Repository made private')
    expect(renderedEmbed('repository', syntheticPayload('repository', 'archived')).title).to.include(
      'Repository archived',
    )
  })

  it('does not link a deleted repository', () => {
    const payload = enterpriseServerPayloads.find(
      (each) => each.event === 'repository' && each.payload.action === 'deleted',
    )?.payload
    expect(renderedEmbed('repository', payload ?? {}))
      .to.include({ title: '[Octocoders/Hello-World] Repository deleted', color: 0xcf222e })
      .and.not.have.property('url')
  })

  it('shows publication, forks and stars', () => {
    expect(exampleEmbed('public')).to.include({
      title: '[Codertocat/Hello-World] Now open sourced!',
      color: 0x2da44e,
    })
    expect(exampleEmbed('fork')).to.include({
      title: '[Codertocat/Hello-World] Fork created: Octocoders/Hello-World',
      url: 'https://github.com/Octocoders/Hello-World',
    })
    expect(title('star.created')).to.equal('[Codertocat/Hello-World] New star added')
    expect(title('watch.started')).to.equal('[Codertocat/Hello-World] New star added')
    expect(resultOf('star', { action: 'deleted' })).to.equal('ignored:star.deleted')
  })

  it('shows milestones', () => {
    expect(exampleEmbed('milestone.created')).to.include({
      title: '[Codertocat/Hello-World] Milestone created: v1.0',
      url: 'https://github.com/Codertocat/Hello-World/milestone/1',
      description: 'Add new space flight simulator',
    })
    expect(exampleEmbed('milestone.closed').color).to.equal(0x8250df)
  })

  it('requires a name', () => {
    expect(resultOf('repository', { action: 'created' })).to.equal('unrenderable:repository')
    expect(resultOf('fork', { forkee: {} })).to.equal('unrenderable:forkee.full_name')
    expect(resultOf('milestone', { action: 'closed', milestone: { title: '' } })).to.equal(
      'unrenderable:milestone.title',
    )
  })
})
