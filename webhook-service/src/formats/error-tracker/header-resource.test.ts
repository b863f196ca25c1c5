import { expect } from 'chai'
import { resourceOf } from './header-resource.ts'

describe('the resource named by headers', () => {
  it('is that of the error tracker, known or not', () => {
    expect(resourceOf({ 'sentry-hook-resource': ' issue ' })).to.equal('issue')
    expect(resourceOf({ 'sentry-hook-resource': 'replay', 'x-sentry-event': 'issue' })).to.equal('replay')
  })

  it('may come in the other header, when it names a resource at all', () => {
    expect(resourceOf({ 'x-sentry-event': 'metric_alert' })).to.equal('metric_alert')
    expect(resourceOf({ 'x-sentry-event': 'created' })).to.equal('')
    expect(resourceOf({ 'x-sentry-event': 'constructor' })).to.equal('')
    expect(resourceOf({ 'sentry-hook-resource': '' })).to.equal('')
    expect(resourceOf({})).to.equal('')
  })
})
