import { expect } from 'chai'
import { examplePayload } from '../../../../test/fixtures/code-host/example-payloads.ts'
import { exampleEmbed, renderedEmbed, resultOf } from '../../../../test/fixtures/code-host/render-example.ts'
import { syntheticPayload } from '../../../../test/fixtures/code-host/synthetic-payloads.ts'

const status = (changes: Record<string, unknown> = {}) => exampleEmbed('deployment_status.created', changes)
const resultOfState = (state: unknown) =>
  resultOf(
    'deployment_status',
    examplePayload('deployment_status', () => true, { 'deployment_status.state': state }),
  )

describe('rendering a deployment', () => {
  it('shows the final state with a link', () => {
    expect(status({ 'deployment_status.environment_url': 'https://app.example' })).to.include({
      title: '[Codertocat/Hello-World] Deployment to production: success',
      url: 'https://app.example',
      color: 0x2da44e,
    })
    expect(status({ 'deployment_status.state': 'failure' }).color).to.equal(0xcf222e)
    const error = {
      'deployment_status.state': 'error',
      'deployment_status.environment': null,
      'deployment_status.target_url': 'https://ci.example',
    }
    expect(status(error)).to.include({
      title: '[Codertocat/Hello-World] Deployment to production: error',
      url: 'https://ci.example',
    })
  })

  it('shows ref and commit, once if they are the same', () => {
    const hash = 'f95f852bd8fca8fcc58a9a2d6c842781e32a215e'
    const fields = (ref: string) => status({ 'deployment.ref': ref, 'deployment.sha': hash }).fields
    const commit = `[\`f95f852\`](https://github.com/Codertocat/Hello-World/commit/${hash})`
    expect(fields('main')).to.deep.equal([
      { name: 'Ref', value: '`main`', inline: true },
      { name: 'Commit', value: commit, inline: true },
    ])
    expect(fields(hash)).to.deep.equal([{ name: 'Ref', value: `\`${hash}\``, inline: true }])
  })

  it('ignores intermediate states', () => {
    for (const state of ['pending', 'queued', 'in_progress', 'waiting', 'inactive', 'toString'])
      expect(resultOfState(state)).to.equal('ignored:deployment_status')
    expect(resultOfState(null)).to.equal('unrenderable:deployment_status.state')
  })

  it('is not mistaken for the check run in its payload', () => {
    const payload = examplePayload('deployment_status', ({ check_run }) => check_run !== undefined, {
      'deployment_status.state': 'success',
    })
    expect(renderedEmbed('deployment_status', payload).title).to.include('Deployment to ')
  })

  it('renders the creation as opt-in', () => {
    expect(exampleEmbed('deployment.created').title).to.equal(
      '[Codertocat/Hello-World] Deployment to production created',
    )
    expect(
      resultOf(
        'deployment',
        examplePayload('deployment', () => true),
      ),
    ).to.equal('ignored:deployment')
  })

  it('shows the comment of a review', () => {
    expect(exampleEmbed('deployment_review.requested')).to.include({
      title: '[terraform-test-github/sample-app] Deployment to TST: review requested',
      url: 'https://github.com/terraform-test-github/sample-app/actions/runs/5453085689',
      color: 0xbf8700,
    })
    expect(renderedEmbed('deployment_review', syntheticPayload('deployment_review', 'approved'))).to.include({
      title: '[octo-org/octo-repo] Deployment to production: approved',
      description: 'Looks good, *ship* it.',
      color: 0x2da44e,
    })
    expect(renderedEmbed('deployment_review', syntheticPayload('deployment_review', 'rejected')))
      .to.include({ color: 0xcf222e })
      .and.not.have.property('url')
  })
})
