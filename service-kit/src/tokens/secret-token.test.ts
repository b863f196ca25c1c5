import { expect } from 'chai'
import { digest, digestText, newSecret, sameSecret } from './secret-token.ts'

describe('secret token', () => {
  it('has 256 random bits in base64url', () => {
    expect(newSecret()).to.match(/^[A-Za-z0-9_-]{43}$/)
    expect(newSecret(16)).to.have.lengthOf(22)
    expect(new Set(Array.from({ length: 1000 }, () => newSecret())).size).to.equal(1000)
  })

  it('is stored as its SHA-256', () => {
    expect(digest('abc').toString('hex')).to.equal(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    )
    for (const text of ['', 'abc', 'é\n', '\0'.repeat(100)])
      expect(digestText(text)).to.equal(digest(text).toString('base64url'))
  })

  it('equals only itself', () => {
    const secret = newSecret()
    expect(sameSecret(secret, secret)).to.equal(true)
    expect(sameSecret(secret, Buffer.from(secret))).to.equal(true)
    expect(sameSecret(digest(secret), digest(secret))).to.equal(true)
    expect(sameSecret(secret, newSecret())).to.equal(false)
    expect(sameSecret(secret, `${secret}a`)).to.equal(false)
    expect(sameSecret(secret, '')).to.equal(false)
  })
})
