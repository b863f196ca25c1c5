import { expect } from 'chai'
import { recorded } from '../../../../test/fixtures/code-host/example-payloads.ts'
import { cardOf, recordedCard, resultOf } from '../../../../test/fixtures/code-host/render-example.ts'
import { made } from '../../../../test/fixtures/code-host/synthetic-payloads.ts'

const status = (changes: Record<string, unknown> = {}) => recordedCard('deployment_status.created', changes)
const resultOfState = (state: unknown) =>
  resultOf(
    'deployment_status',
    recorded('deployment_status', () => true, { 'deployment_status.state': state }),
  )

describe('a deployment', () => {
  it('that ended says how and leads to what was deployed', () => {
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

  it('on its way is ignored', () => {
    for (const state of ['pending', 'queued', 'in_progress', 'waiting', 'inactive', 'toString'])
      expect(resultOfState(state)).to.equal('ignored:deployment_status')
    expect(resultOfState(null)).to.equal('unrenderable:deployment_status.state')
  })

  it('is not taken for the check it carries', () => {
    const payload = recorded('deployment_status', ({ check_run }) => check_run !== undefined, {
      'deployment_status.state': 'success',
    })
    expect(cardOf('deployment_status', payload).title).to.include('Deployment to ')
  })

  it('that starts is shown on request alone', () => {
    expect(recordedCard('deployment.created').title).to.equal(
      '[Codertocat/Hello-World] Deployment to production created',
    )
    expect(
      resultOf(
        'deployment',
        recorded('deployment', () => true),
      ),
    ).to.equal('ignored:deployment')
  })

  it('under review shows the comment, which is a text here', () => {
    expect(recordedCard('deployment_review.requested')).to.include({
      title: '[terraform-test-github/sample-app] Deployment to TST: review requested',
      url: 'https://github.com/terraform-test-github/sample-app/actions/runs/5453085689',
      color: 0xbf8700,
    })
    expect(cardOf('deployment_review', made('deployment_review', 'approved'))).to.include({
      title: '[octo-org/octo-repo] Deployment to production: approved',
      description: 'Looks good, \\*ship\\* it.',
      color: 0x2da44e,
    })
    expect(cardOf('deployment_review', made('deployment_review', 'rejected')))
      .to.include({ color: 0xcf222e })
      .and.not.have.property('url')
  })
})
