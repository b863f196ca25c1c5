import { expect } from 'chai'
import { examplePayload } from '../../../../test/fixtures/code-host/example-payloads.ts'
import { exampleEmbed, renderedEmbed, resultOf } from '../../../../test/fixtures/code-host/render-example.ts'
import { syntheticPayload } from '../../../../test/fixtures/code-host/synthetic-payloads.ts'
import type { Embed } from '../../embed.ts'

const hash = 'ec26c3e57ca3a959ca5aad62de7213c562f8c821'
const commit = `[\`ec26c3e\`](https://github.com/Codertocat/Hello-World/commit/${hash})`

const fieldsOf = ({ fields = [] }: Embed) =>
  Object.fromEntries(fields.map(({ name, value }) => [name, value]))

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
    ).to.equal(`3 \\*errors\\*\n${commit}`)
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

  it('shows commit, trigger, number and duration of a run', () => {
    const run = (changes: Record<string, unknown> = {}) => {
      const paths = Object.entries(changes).map(([key, value]) => [`workflow_run.${key}`, value])
      const payload = examplePayload('workflow_run', () => true, Object.fromEntries(paths))
      return renderedEmbed('workflow_run', { ...payload, action: 'completed' })
    }
    const embed = run({ event: 'push', updated_at: '2021-12-16T19:40:34Z' })
    expect(embed.description).to.equal(
      '[`5779607`](https://github.com/Codertocat/Hello-World/commit/5779607b49aab1200488439f02372c57b4f75444) Update milestone-created.yml – Mona Lisa',
    )
    expect(fieldsOf(embed)).to.deep.equal({ Trigger: 'push', Run: '#36', Duration: '3 min 12 s' })
    const again = run({
      event: 'pull_request',
      display_title: 'Make *it* work',
      run_attempt: 2,
      updated_at: '2021-12-16T21:37:22Z',
      pull_requests: [{ number: 7 }, { number: 8, base: { repo: { id: 1 } } }, null, {}],
    })
    expect(again.description?.split('\n')[0]).to.equal('Make \\*it\\* work')
    expect(fieldsOf(again)).to.deep.equal({
      Trigger: 'pull request [#7](https://github.com/Codertocat/Hello-World/pull/7)',
      Run: '#36, attempt 2',
      Duration: '2 h',
    })
    const title = 'Update milestone-created.yml'
    expect(run({ display_title: title }).description?.split(title)).to.have.length(2)
    for (const run_started_at of [null, 'soon', '2031-01-01T00:00:00Z'])
      expect(fieldsOf(run({ run_started_at }))).to.not.have.property('Duration')
  })

  it('shows workflow and failed steps of a job', () => {
    const steps = ['success', 'failure', 'skipped', 'failure'].map((conclusion, n) => ({
      name: `Step ${n}`,
      conclusion,
    }))
    const embed = exampleEmbed('workflow_job.completed', {
      'workflow_job.workflow_name': 'CI',
      'workflow_job.steps': [...steps, null, { conclusion: 'failure' }],
    })
    expect(fieldsOf(embed)).to.deep.equal({
      Workflow: 'CI',
      'Failed step': 'Step 1, Step 3',
      Duration: '3 min 18 s',
    })
  })

  it('links the pull requests of a check', () => {
    const link = '[#2](https://github.com/Codertocat/Hello-World/pull/2)'
    expect(fieldsOf(exampleEmbed('check_run.completed'))).to.deep.equal({ 'Pull request': link })
    const suite = exampleEmbed('check_suite.completed')
    expect(fieldsOf(suite)).to.deep.equal({ 'Pull request': link })
    expect(suite.description).to.equal(`${commit} Update README.md – Codertocat`)
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
