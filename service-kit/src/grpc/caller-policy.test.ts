import { expect } from 'chai'
import { callerPolicy } from './caller-policy.ts'

const table = { 'a.v1.A': { Read: ['gateway', 'admin'], Write: ['admin'] }, 'b.v1.B': { Go: ['gateway'] } }

describe('callerPolicy', () => {
  it('throws for an rpc without an entry and for an entry without an rpc, and names both', () => {
    expect(() => callerPolicy(table, ['/a.v1.A/Read', '/a.v1.A/Drop', '/c.v1.C/Go'])).to.throw(
      'a.v1.A/Drop has no entry; c.v1.C/Go has no entry; a.v1.A/Write has an entry and is not served',
    )
  })

  it('allows the identities of the entry alone', () => {
    const isAllowed = callerPolicy(table, ['/a.v1.A/Read', '/a.v1.A/Write'])
    const allowed = ['gateway', 'admin', 'Admin', '', null].map((identity) => [
      isAllowed('/a.v1.A/Read', identity),
      isAllowed('/a.v1.A/Write', identity),
    ])
    expect(allowed).to.deep.equal([
      [true, false],
      [true, true],
      [false, false],
      [false, false],
      [false, false],
    ])
  })
})
