import { expect } from 'chai'
import { resultOf } from './card-of.ts'
import { translateCodeHost } from './translate.ts'

describe('a payload of a code host', () => {
  it('that is ignored names its action where others of the event can be shown', () => {
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

  it('is unrenderable by the path of what is missing', () => {
    expect(resultOf('issues', {})).to.equal('unrenderable:action')
    expect(resultOf('issues', { action: 'opened', issue: null })).to.equal('unrenderable:issue')
    expect(resultOf('pull_request', { action: 'opened', pull_request: {} })).to.equal(
      'unrenderable:pull_request.title',
    )
  })

  it('of an event to ask for says what it is called when nobody asked', () => {
    const job = { name: 'lint', conclusion: 'success' }
    expect(translateCodeHost('workflow_job', { action: 'completed', workflow_job: job })).to.deep.include({
      kind: 'rendered',
      optIn: 'workflow_job.completed',
    })
    expect(translateCodeHost('workflow_job', { action: 'completed' })).to.deep.include({
      kind: 'unrenderable',
      optIn: 'workflow_job.completed',
    })
    expect(translateCodeHost('deployment', { deployment: { environment: 'x' } })).to.deep.include({
      kind: 'rendered',
      optIn: 'deployment',
    })
    expect(translateCodeHost('push', {})).not.to.have.property('optIn')
  })

  it('cannot put its own letters into a header', () => {
    expect(resultOf('bad\r\nevent:ü', {})).to.equal('ignored:bad__event__')
    expect(resultOf('issues', { action: 'a\nb' })).to.equal('ignored:issues.a_b')
    expect(resultOf('x'.repeat(500), {})).to.have.length('ignored:'.length + 64)
  })

  it('finds no event on what every object inherits', () => {
    for (const event of ['constructor', '__proto__', 'toString'])
      expect(resultOf(event, {})).to.equal(`ignored:${event}`)
    expect(resultOf('issues', { action: 'constructor' })).to.equal('ignored:issues.constructor')
  })
})
