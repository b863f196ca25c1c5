import { expect } from 'chai'
import { examplePayload } from '../../../../test/fixtures/code-host/example-payloads.ts'
import { exampleEmbed, renderedEmbed, resultOf } from '../../../../test/fixtures/code-host/render-example.ts'

const submitted = (changes: Record<string, unknown>) => exampleEmbed('pull_request_review.submitted', changes)
const name = '#2: Update the README with new information.'

describe('rendering a review', () => {
  it('shows the state by title and color', () => {
    const titlesAndColors = ['approved', 'APPROVED', 'changes_requested'].map((state) => {
      const { title, color } = submitted({ 'review.state': state })
      return [title, color]
    })
    expect(titlesAndColors).to.deep.equal([
      [`[Codertocat/Hello-World] Approved pull request ${name}`, 0x2da44e],
      [`[Codertocat/Hello-World] Approved pull request ${name}`, 0x2da44e],
      [`[Codertocat/Hello-World] Changes requested on pull request ${name}`, 0xcf222e],
    ])
    expect(submitted({ 'review.state': 'approved' }).url).to.equal(
      'https://github.com/Codertocat/Hello-World/pull/2#pullrequestreview-237895671',
    )
  })

  it('ignores a commenting review without body', () => {
    expect(submitted({ 'review.body': 'Have you thought of dogs?' })).to.include({
      title: `[Codertocat/Hello-World] New review on pull request ${name}`,
      description: 'Have you thought of dogs?',
      color: 0x0969da,
    })
    for (const body of [null, '', ' \n', '<!-- template -->', '\u202e'])
      expect(
        resultOf(
          'pull_request_review',
          examplePayload('pull_request_review', ({ action }) => action === 'submitted', {
            'review.body': body,
          }),
        ),
      ).to.equal('ignored:pull_request_review.submitted')
  })

  it('uses a neutral color for an unknown state', () => {
    for (const state of ['pondering', null, {}])
      expect(submitted({ 'review.state': state })).to.include({
        title: `[Codertocat/Hello-World] New review on pull request ${name}`,
        color: 0x6e7781,
      })
  })

  it('shows a dismissed review and ignores an edited one', () => {
    expect(exampleEmbed('pull_request_review.dismissed')).to.include({
      title: `[Codertocat/Hello-World] Review dismissed on pull request ${name}`,
      color: 0x6e7781,
    })
    expect(resultOf('pull_request_review', { action: 'edited', changes: {} })).to.equal(
      'ignored:pull_request_review.edited',
    )
  })

  it('requires review and pull request', () => {
    const review = { state: 'approved' }
    expect(resultOf('pull_request_review', { action: 'submitted' })).to.equal('unrenderable:review')
    expect(resultOf('pull_request_review', { action: 'submitted', review })).to.equal(
      'unrenderable:pull_request',
    )
    expect(
      renderedEmbed('pull_request_review', { action: 'submitted', review, pull_request: {} }).title,
    ).to.equal('Approved pull request')
  })
})
