import { expect } from 'chai'
import { exampleEmbed, renderedEmbed, resultOf } from '../../../../test/fixtures/code-host/render-example.ts'
import { syntheticPayload } from '../../../../test/fixtures/code-host/synthetic-payloads.ts'

describe('rendering a discussion', () => {
  it('shows the body when created and the answer when answered', () => {
    expect(exampleEmbed('discussion.created')).to.include({
      title: '[octo-org/octo-repo] Discussion created: #90 Welcome to discussions!',
      url: 'https://github.com/octo-org/octo-repo/discussions/90',
      description: "We're glad to have you here!",
      color: 0x2da44e,
    })
    expect(exampleEmbed('discussion.answered')).to.include({
      title: '[Codertocat/Hello-World] Discussion answered: #4 TEST edit',
      url: 'https://github.com/Codertocat/Hello-World/discussions/4#discussioncomment-550561',
      description: 'Poggers',
    })
  })

  it('shows whether it was resolved', () => {
    const closed = syntheticPayload('discussion', 'closed')
    expect(renderedEmbed('discussion', closed)).to.include({
      title: '[octo-org/octo-repo] Discussion closed as resolved: #90 Welcome to discussions!',
      color: 0x8250df,
    })
    const { state_reason, ...discussion } = closed.discussion as Record<string, unknown>
    expect(renderedEmbed('discussion', { ...closed, discussion }).color).to.equal(0x6e7781)
    expect(renderedEmbed('discussion', syntheticPayload('discussion', 'reopened')).color).to.equal(0x2da44e)
  })

  it('requires a title', () => {
    expect(resultOf('discussion', { action: 'created' })).to.equal('unrenderable:discussion')
    expect(resultOf('discussion', { action: 'answered', discussion: {} })).to.equal(
      'unrenderable:discussion.title',
    )
  })
})
