import { expect } from 'chai'
import { presentedToken } from './presented-token.ts'

describe('the token of a request', () => {
  it('is read with or without the Bearer scheme', () => {
    for (const value of ['gh_a.b', 'Bearer gh_a.b', 'bearer  gh_a.b', 'BEARER gh_a.b']) {
      expect(presentedToken(['Host', 'a', 'authorization', value])).to.equal('gh_a.b')
    }
  })

  it('is null when the header is missing, repeated or malformed', () => {
    expect(presentedToken(['Host', 'a'])).to.equal(null)
    expect(presentedToken(['Authorization', 'a', 'AUTHORIZATION', 'a'])).to.equal(null)
    for (const value of ['', ' ', 'Bot a', 'Bearer a b', 'a\tb', '\u00e9', 'x'.repeat(513), 'Bearer ']) {
      expect(presentedToken(['Authorization', value]), value).to.equal(null)
    }
  })
})
