import { expect } from 'chai'
import { examplePayload } from '../../../../test/fixtures/code-host/example-payloads.ts'
import { exampleEmbed, renderedEmbed, resultOf } from '../../../../test/fixtures/code-host/render-example.ts'
import { syntheticPayload } from '../../../../test/fixtures/code-host/synthetic-payloads.ts'

const colorOf = (conclusion: unknown) =>
  exampleEmbed('check_run.completed', { 'check_run.conclusion': conclusion }).color

describe('rendering a check', () => {
  it('shows conclusion and branch', () => {
    expect(exampleEmbed('check_run.completed')).to.deep.include({
      title: '[Codertocat/Hello-World] Octocoders-linter failure on changes',
      url: 'https://github.com/Codertocat/Hello-World/runs/128620228',
      color: 0xcf222e,
      timestamp: '2019-05-15T15:21:12.000Z',
    })
    expect(
      exampleEmbed('check_run.completed', { 'check_run.output.title': '3 *errors*' }).description,
    ).to.equal('3 \\*errors\\*')
  })

  it('uses the color of the conclusion', () => {
    const conclusions = ['success', 'failure', 'timed_out', 'startup_failure', 'action_required', 'cancelled']
    expect(conclusions.map(colorOf)).to.deep.equal([
      0x2da44e, 0xcf222e, 0xcf222e, 0xcf222e, 0xbf8700, 0x6e7781,
    ])
  })

  it('uses a neutral color for an unknown conclusion', () => {
    for (const conclusion of ['exploded', null, 'constructor', {}])
      expect(colorOf(conclusion)).to.equal(0x6e7781)
    expect(exampleEmbed('check_run.completed', { 'check_run.conclusion': 'ex_ploded' }).title).to.include(
      'linter ex ploded on',
    )
  })

  it('ignores routine conclusions and other actions', () => {
    for (const conclusion of ['skipped', 'neutral', 'stale'])
      for (const [event, path] of [
        ['check_run', 'check_run.conclusion'],
        ['check_suite', 'check_suite.conclusion'],
        ['workflow_run', 'workflow_run.conclusion'],
      ] as const) {
        const payload = examplePayload(event, ({ action }) => action === 'completed', { [path]: conclusion })
        expect(resultOf(event, payload)).to.equal(`ignored:${event}.completed`)
      }
    expect(resultOf('check_run', { action: 'created' })).to.equal('ignored:check_run.created')
    expect(resultOf('workflow_run', { action: 'requested' })).to.equal('ignored:workflow_run.requested')
  })

  it('accepts a run without suite and a suite without app', () => {
    expect(renderedEmbed('check_run', syntheticPayload('check_run', 'completed')).title).to.equal(
      '[Codertocat/Hello-World] Octocoders-linter failure',
    )
    expect(renderedEmbed('check_suite', syntheticPayload('check_suite', 'completed'))).to.include({
      title: '[Codertocat/Hello-World] checks startup failure on changes',
      url: 'https://github.com/Codertocat/Hello-World/commit/ec26c3e57ca3a959ca5aad62de7213c562f8c821',
    })
  })

  it('renders workflow runs, and workflow jobs as opt-in', () => {
    expect(renderedEmbed('workflow_run', syntheticPayload('workflow_run', 'completed'))).to.include({
      title: '[Codertocat/Hello-World] Manually triggered workflow timed out on octo-org:main',
      url: 'https://github.com/octo-org/octo-repo/actions/runs/1589141559',
      color: 0xcf222e,
    })
    expect(exampleEmbed('workflow_job.completed').title).to.equal(
      '[Codertocat/Hello-World] linters failure on main',
    )
    expect(
      resultOf(
        'workflow_job',
        examplePayload('workflow_job', ({ action }) => action === 'completed'),
      ),
    ).to.equal('ignored:workflow_job.completed')
  })

  it('requires a name', () => {
    const completed = { action: 'completed' }
    expect(resultOf('check_run', { ...completed, check_run: {} })).to.equal('unrenderable:check_run.name')
    expect(resultOf('check_suite', completed)).to.equal('unrenderable:check_suite')
    expect(resultOf('workflow_run', { ...completed, workflow_run: {} })).to.equal(
      'unrenderable:workflow_run.name',
    )
  })
})
