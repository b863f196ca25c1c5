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
    const drawn = { ...tokens.create('1'), previousToken: null }
    const token = tokens.reveal({ id: '1', ...drawn })
    expect(matchesToken(drawn, token, 0)).to.equal(true)
    for (const wrong of ['', token.slice(1), token.slice(0, -1), `${token}A`, token.toUpperCase()]) {
      expect(matchesToken(drawn, wrong, 0), wrong).to.equal(false)
    }
  })

  it('also matches the previous one before it expires', () => {
    const { tokenDigest, ...previous } = tokens.create('1')
    const token = tokens.reveal({ id: '1', ...previous })
    const rotated = { ...tokens.create('1'), previousToken: { digest: tokenDigest, until: 1000 } }
    expect([999, 1000].map((now) => matchesToken(rotated, token, now))).to.deep.equal([true, false])
  })

  it('can be decrypted after the key ring was rotated, and not without its key', () => {
    const { sealedToken } = tokens.create('1')
    const next = { current: 'b', keys: { ...keys.keys, b: randomBytes(32).toString('base64') } }
    const rotated = webhookTokens(openKeyRing(JSON.stringify(next)))
    expect(rotated.reveal({ id: '1', sealedToken })).to.equal(tokens.reveal({ id: '1', sealedToken }))
    const { sealedToken: renewed } = rotated.create('1')
    expect(() => tokens.reveal({ id: '1', sealedToken: renewed })).to.throw('The key ring has no key "b".')
  })

  it('never matches without a webhook', () => {
    expect(matchesToken(null, 'ghw_', 0)).to.equal(false)
  })

  it('cannot be decrypted for another webhook', () => {
    expect(() => tokens.reveal({ id: '2', sealedToken: tokens.create('1').sealedToken })).to.throw()
  })

  it('is not readable in the stored form', () => {
    const drawn = tokens.create('1')
    expect(drawn.sealedToken).not.to.include(tokens.reveal({ id: '1', ...drawn }).slice(4))
  })
})
