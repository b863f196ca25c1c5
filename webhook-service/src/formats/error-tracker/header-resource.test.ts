import { expect } from 'chai'
import { headerResource } from './header-resource.ts'

describe('the resource named by headers', () => {
  it('is that of the error tracker, known or not', () => {
    expect(headerResource({ 'sentry-hook-resource': ' issue ' })).to.equal('issue')
    expect(headerResource({ 'sentry-hook-resource': 'replay', 'x-sentry-event': 'issue' })).to.equal('replay')
  })

  it('may come in the other header, when it names a resource at all', () => {
    expect(headerResource({ 'x-sentry-event': 'metric_alert' })).to.equal('metric_alert')
    expect(headerResource({ 'x-sentry-event': 'created' })).to.equal('')
    expect(headerResource({ 'x-sentry-event': 'constructor' })).to.equal('')
    expect(headerResource({ 'sentry-hook-resource': '' })).to.equal('')
    expect(headerResource({})).to.equal('')
  })
})
