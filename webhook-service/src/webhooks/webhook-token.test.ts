import { randomBytes } from 'node:crypto'
import { openKeyRing } from '@gatehouse/service-kit/tokens/key-ring'
import { expect } from 'chai'
import { holdsToken, webhookTokens } from './webhook-token.ts'

const keys = { current: 'a', keys: { a: randomBytes(32).toString('base64') } }
const tokens = webhookTokens(openKeyRing(JSON.stringify(keys)))

describe('a webhook token', () => {
  it('is a known prefix and 43 characters', () => {
    expect(tokens.reveal({ id: '1', ...tokens.draw('1') })).to.match(/^ghw_[A-Za-z0-9_-]{43}$/)
  })

  it('differs each time', () => {
    expect(tokens.draw('1').tokenDigest).not.to.deep.equal(tokens.draw('1').tokenDigest)
  })

  it('matches itself and nothing near it', () => {
    const drawn = tokens.draw('1')
    const token = tokens.reveal({ id: '1', ...drawn })
    expect(holdsToken(drawn, token)).to.equal(true)
    for (const wrong of ['', token.slice(1), token.slice(0, -1), `${token}A`, token.toUpperCase()]) {
      expect(holdsToken(drawn, wrong), wrong).to.equal(false)
    }
  })

  it('never matches a webhook that does not exist', () => {
    expect(holdsToken(null, 'ghw_')).to.equal(false)
  })

  it('does not open on another webhook', () => {
    expect(() => tokens.reveal({ id: '2', sealedToken: tokens.draw('1').sealedToken })).to.throw()
  })

  it('is not readable in what is stored', () => {
    const drawn = tokens.draw('1')
    expect(drawn.sealedToken).not.to.include(tokens.reveal({ id: '1', ...drawn }).slice(4))
  })
})
