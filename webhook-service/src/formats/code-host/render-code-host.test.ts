import { expect } from 'chai'
import { renderedEmbed, resultOf } from '../../../test/fixtures/code-host/render-example.ts'
import { renderCodeHost } from './render-code-host.ts'

describe('renderCodeHost', () => {
  it('names the action of an ignored payload if other actions are rendered', () => {
    expect(resultOf('issues', { action: 'labeled' })).to.equal('ignored:issues.labeled')
    expect(resultOf('star', { action: 'deleted' })).to.equal('ignored:star.deleted')
    expect(resultOf('issues', { action: 'invented' })).to.equal('ignored:issues.invented')
    expect(resultOf('label', { action: 'created' })).to.equal('ignored:label')
    expect(resultOf('invented', { action: 'created' })).to.equal('ignored:invented')
    expect(resultOf('ping', { zen: 'x' })).to.equal('ignored:ping')
    expect(resultOf('push', { ref: 'refs/tags/v1' })).to.equal('ignored:push')
    expect(
      resultOf('check_run', { action: 'completed', check_run: { name: 'x', conclusion: 'stale' } }),
    ).to.equal('ignored:check_run.completed')
  })

  it('returns the path of a missing part', () => {
    expect(resultOf('issues', {})).to.equal('unrenderable:action')
    expect(resultOf('issues', { action: 'opened', issue: null })).to.equal('unrenderable:issue')
    expect(resultOf('pull_request', { action: 'opened', pull_request: {} })).to.equal(
      'unrenderable:pull_request.title',
    )
  })

  it('returns the path of a part without visible text', () => {
    const issue = (title: string) => resultOf('issues', { action: 'opened', issue: { title } })
    expect(issue('\u200b\u3000\u202e')).to.equal('unrenderable:issue.title')
    expect(issue(`${'\u200b'.repeat(50_000)}x`)).to.equal('rendered')
    expect(resultOf('create', { ref: '\u2060', ref_type: 'branch' })).to.equal('unrenderable:ref')
    expect(resultOf('member', { action: 'added', member: { login: ' \ufeff' } })).to.equal(
      'unrenderable:member.login',
    )
  })

  it('shows numbers of any length exactly', () => {
    for (const number of ['9007199254740993', '123456789012345678901234567890'])
      expect(renderedEmbed('issues', { action: 'opened', issue: { title: 'x', number } }).title).to.equal(
        `Issue opened: #${number} x`,
      )
  })

  it('converts names of emoji in what people wrote', () => {
    const issue = {
      title: ':bug: `:x:` fails',
      number: 7,
      body: ':tada: `:x:` [:x: run](https://x.example/:x:)',
    }
    expect(renderedEmbed('issues', { action: 'opened', issue })).to.deep.include({
      title: 'Issue opened: #7 🐛 \\`❌\\` fails',
      description: '🎉 `:x:` [❌ run](https://x.example/:x:)',
    })
    const commits = [{ id: '1234567890', message: ':sparkles: Add a lamp\n\n:x:' }]
    const push = renderedEmbed('push', { ref: 'refs/heads/:x:', commits, repository: { name: ':x:' } })
    expect(push.title).to.equal('[:x:::x:] 1 new commit')
    expect(push.description).to.equal('`1234567` ✨ Add a lamp')
    const release = { tag_name: ':x:', body: '### :boom: Breaking' }
    expect(renderedEmbed('release', { action: 'published', release })).to.deep.include({
      title: 'New release published: :x:',
      description: '**💥 Breaking**',
    })
  })

  it('shows a release once, and a prerelease that became one', () => {
    const release = (changes: object) => ({
      release: { tag_name: 'v1', published_at: '2026-01-02T03:04:05Z', ...changes },
    })
    const prerelease = { action: 'published', ...release({ prerelease: true }) }
    expect(renderedEmbed('release', prerelease).title).to.equal('New prerelease published: v1')
    const released = (updated_at: unknown) => ({ action: 'released', ...release({ updated_at }) })
    expect(renderedEmbed('release', released('2026-01-05T00:00:00Z')).title).to.equal(
      'Prerelease became a release: v1',
    )
    for (const updated of ['2026-01-02T03:04:05Z', '2026-01-02T03:05:05Z', undefined, null, 'x', 7])
      expect(resultOf('release', released(updated)), String(updated)).to.equal('ignored:release.released')
  })

  it('links a deployment that failed to its log, and one that succeeded to its site', () => {
    const site = { environment_url: 'https://lamp.example' }
    const logs = { log_url: 'https://ci.example/log', target_url: 'https://ci.example/run' }
    const url = (state: string, urls: object) =>
      renderedEmbed('deployment_status', { deployment_status: { state, ...urls }, deployment: {} }).url
    for (const state of ['failure', 'error']) {
      expect(url(state, { ...site, ...logs }), state).to.equal('https://ci.example/log')
      expect(url(state, { ...site, target_url: logs.target_url }), state).to.equal(logs.target_url)
      expect(url(state, { ...site, log_url: '' }), state).to.equal(site.environment_url)
    }
    expect(url('success', { ...site, ...logs })).to.equal('https://lamp.example')
    expect(url('success', logs)).to.equal('https://ci.example/log')
  })

  it('names the default branch of a commit that is on several', () => {
    const fieldsOf = (default_branch: unknown) =>
      renderedEmbed('status', {
        state: 'failure',
        context: 'ci',
        branches: [{ name: 'topic' }, { name: 'trunk' }],
        repository: { name: 'lamp', default_branch },
      }).fields
    const branch = (value: string) => [{ name: 'Branch', value, inline: true }]
    expect(fieldsOf('trunk')).to.deep.equal(branch('`trunk`'))
    for (const other of ['main', null, undefined]) expect(fieldsOf(other)).to.deep.equal(branch('`topic`'))
  })

  it('encodes mentions in URLs', () => {
    const embed = renderedEmbed('issues', {
      action: 'opened',
      issue: { title: 'x', html_url: 'https://a.test/@everyone?<@1>#(@here' },
      sender: { login: 'ann', html_url: 'https://a.test/@here', avatar_url: 'https://a.test/\uff20here' },
    })
    expect(embed).to.deep.include({
      url: 'https://a.test/%40everyone?%3C@1%3E#(%40here',
      author: { name: 'ann', url: 'https://a.test/%40here', icon_url: 'https://a.test/%EF%BC%A0here' },
    })
  })

  it('returns the name of an opt-in event', () => {
    const job = { name: 'lint', conclusion: 'success' }
    expect(renderCodeHost('workflow_job', { action: 'completed', workflow_job: job })).to.deep.include({
      kind: 'rendered',
      ignoredUnlessNamed: 'workflow_job.completed',
    })
    expect(renderCodeHost('workflow_job', { action: 'completed' })).to.deep.include({
      kind: 'unrenderable',
      ignoredUnlessNamed: 'workflow_job.completed',
    })
    expect(renderCodeHost('deployment', { deployment: { environment: 'x' } })).to.deep.include({
      kind: 'rendered',
      ignoredUnlessNamed: 'deployment',
    })
    expect(renderCodeHost('push', {})).not.to.have.property('ignoredUnlessNamed')
  })

  it('replaces characters that are not safe in a header', () => {
    expect(resultOf('bad\r\nevent:ü', {})).to.equal('ignored:bad__event__')
    expect(resultOf('issues', { action: 'a\nb' })).to.equal('ignored:issues.a_b')
    expect(resultOf('x'.repeat(500), {})).to.have.length('ignored:'.length + 64)
  })

  it('ignores inherited keys of the event table', () => {
    for (const event of ['constructor', '__proto__', 'toString'])
      expect(resultOf(event, {})).to.equal(`ignored:${event}`)
    expect(resultOf('issues', { action: 'constructor' })).to.equal('ignored:issues.constructor')
  })

  it('rejects a payload without event header if its keys do not identify the event', () => {
    expect(renderCodeHost(' ', { zen: 'x' })).to.include({ kind: 'ignored', event: 'ping' })
    expect(() => renderCodeHost(' ', { action: 'opened' }))
      .to.throw('Send the header X-GitHub-Event.')
      .with.property('code', 'INVALID_FORM_BODY')
  })
})
