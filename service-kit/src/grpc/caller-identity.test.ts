import { expect } from 'chai'
import { callerIdentity } from './caller-identity.ts'

const identity = (subjectaltname?: string) => callerIdentity({ subjectaltname })

describe('callerIdentity', () => {
  it('returns null without exactly one URI of the trust domain', () => {
    for (const names of [
      undefined,
      '',
      'DNS:gateway',
      'URI:https://gatehouse/gateway',
      'URI:spiffe://elsewhere/gateway',
      'URI:spiffe://gatehouse/gateway, URI:spiffe://gatehouse/admin',
      'URI:spiffe://gatehouse/gateway, URI:spiffe://gatehouse/gateway',
      'URI:spiffe://gatehouse/gateway, URI:https://other.test/',
    ])
      expect(identity(names), names).to.equal(null)
  })

  it('does not read an entry out of a quoted name', () => {
    expect(identity('DNS:"a, URI:spiffe://gatehouse/admin"')).to.equal(null)
    expect(identity('DNS:"a\\", URI:spiffe://gatehouse/admin"')).to.equal(null)
    expect(identity('URI:"spiffe://gatehouse/admin\\u0000"')).to.equal(null)
    expect(identity('DNS:"a, URI:spiffe://gatehouse/admin", URI:spiffe://gatehouse/gateway')).to.equal(
      'gateway',
    )
  })

  it('returns what follows the trust domain, among DNS names and addresses', () => {
    expect(identity('DNS:gateway, URI:spiffe://gatehouse/gateway, IP Address:127.0.0.1')).to.equal('gateway')
    expect(identity('URI:spiffe://gatehouse/gateway/')).to.equal('gateway/')
    expect(identity('URI:spiffe://gatehouse/Gateway')).to.equal('Gateway')
  })
})
