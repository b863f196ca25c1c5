import { randomBytes } from 'node:crypto'
import { openKeyRing } from '@gatehouse/service-kit/tokens/key-ring'
import { expect } from 'chai'
import { matchesToken, webhookTokens } from './webhook-token.ts'

const keys = { current: 'a', keys: { a: randomBytes(32).toString('base64') } }
const tokens = webhookTokens(openKeyRing(JSON.stringify(keys)))

describe('a webhook token', () => {
  it('has a known prefix and 43 characters', () => {
    expect(tokens.reveal({ id: '1', ...tokens.create('1') })).to.match(/^ghw_[A-Za-z0-9_-]{43}$/)
  })

  it('is different each time', () => {
    expect(tokens.create('1').tokenDigest).not.to.deep.equal(tokens.create('1').tokenDigest)
  })

  it('matches itself and no similar text', () => {
    const drawn = tokens.create('1')
    const token = tokens.reveal({ id: '1', ...drawn })
    expect(matchesToken(drawn, token)).to.equal(true)
    for (const wrong of ['', token.slice(1), token.slice(0, -1), `${token}A`, token.toUpperCase()]) {
      expect(matchesToken(drawn, wrong), wrong).to.equal(false)
    }
  })

  it('never matches without a webhook', () => {
    expect(matchesToken(null, 'ghw_')).to.equal(false)
  })

  it('cannot be decrypted for another webhook', () => {
    expect(() => tokens.reveal({ id: '2', sealedToken: tokens.create('1').sealedToken })).to.throw()
  })

  it('is not readable in the stored form', () => {
    const drawn = tokens.create('1')
    expect(drawn.sealedToken).not.to.include(tokens.reveal({ id: '1', ...drawn }).slice(4))
  })
})
