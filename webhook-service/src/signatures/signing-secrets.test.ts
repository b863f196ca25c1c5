import { randomBytes } from 'node:crypto'
import { openKeyRing } from '@gatehouse/service-kit/tokens/key-ring'
import { expect } from 'chai'
import { signingSecrets } from './signing-secrets.ts'

const ring = JSON.stringify({ current: 'a', keys: { a: randomBytes(32).toString('base64') } })
const secrets = signingSecrets(openKeyRing(ring))
const old = { ...secrets.seal('1', 'the old secret of it', 1), until: 1000 }
const current = secrets.seal('1', 'the new secret of it', 2)

describe('signing secrets', () => {
  it('are stored encrypted', () => {
    expect(JSON.stringify([old, current])).to.not.include('secret of it')
  })

  it('are returned newest first, the previous one until its grace period ends', () => {
    const kept = { signingSecret: current, previousSecret: old }
    expect(secrets.valid('1', kept, 999)).to.deep.equal([
      { secret: 'the new secret of it', version: 2 },
      { secret: 'the old secret of it', version: 1 },
    ])
    expect(secrets.valid('1', kept, 1000).map(({ version }) => version)).to.deep.equal([2])
  })

  it('are empty without a secret', () => {
    expect(secrets.valid('1', { signingSecret: null, previousSecret: null }, 0)).to.deep.equal([])
  })

  it('cannot be decrypted for another webhook', () => {
    expect(() => secrets.valid('2', { signingSecret: current, previousSecret: null }, 0)).to.throw()
  })
})
