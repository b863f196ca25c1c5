import { expect } from 'chai'
import { headerResource } from './header-resource.ts'

describe('headerResource', () => {
  it('returns the resource of the error tracker, known or not', () => {
    expect(headerResource({ 'sentry-hook-resource': ' issue ' })).to.equal('issue')
    expect(headerResource({ 'sentry-hook-resource': 'replay', 'x-sentry-event': 'issue' })).to.equal('replay')
  })

  it('falls back to X-Sentry-Event if that names a known resource', () => {
    expect(headerResource({ 'x-sentry-event': 'metric_alert' })).to.equal('metric_alert')
    expect(headerResource({ 'x-sentry-event': 'created' })).to.equal('')
    expect(headerResource({ 'x-sentry-event': 'constructor' })).to.equal('')
    expect(headerResource({ 'sentry-hook-resource': '' })).to.equal('')
    expect(headerResource({})).to.equal('')
  })
})
