import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { expect } from 'chai'
import { presentedToken } from './authenticate.ts'

describe('the token of a request', () => {
  it('is read with or without the Bearer scheme', () => {
    for (const value of ['gh_a.b', 'Bearer gh_a.b', 'bearer  gh_a.b', 'BEARER gh_a.b']) {
      expect(presentedToken(['Host', 'a', 'authorization', value])).to.equal('gh_a.b')
    }
  })

  it('is null when the header is missing, repeated or malformed', () => {
    expect(presentedToken(['Host', 'a'])).to.equal(null)
    expect(presentedToken(['Authorization', 'a', 'AUTHORIZATION', 'a'])).to.equal(null)
    for (const value of ['', ' ', 'Bot a', 'Bearer a b', 'a\tb', '\u00e9', 'x'.repeat(257), 'Bearer ']) {
      expect(presentedToken(['Authorization', value]), value).to.equal(null)
    }
  })

  it('is rejected on demand when the header is repeated or malformed', () => {
    const repeated = ['Authorization', 'a', 'AUTHORIZATION', 'a']
    const malformed = ['Authorization', 'x'.repeat(257)]
    const read = (headers: string[], reject: 'repeated' | 'repeated-or-malformed') => () =>
      presentedToken(headers, { reject })
    for (const reject of ['repeated', 'repeated-or-malformed'] as const) {
      expect(read(repeated, reject)).to.throw(ServiceError).with.property('code', 'UNAUTHORIZED')
      expect(read(['Host', 'a'], reject)()).to.equal(null)
      expect(read(['Authorization', 'Bearer a'], reject)()).to.equal('a')
    }
    expect(read(malformed, 'repeated')()).to.equal(null)
    expect(read(malformed, 'repeated-or-malformed'))
      .to.throw(ServiceError)
      .with.property('code', 'UNAUTHORIZED')
  })
})
