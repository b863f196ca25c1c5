import { expect } from 'chai'
import { reasonOf } from './reason-of.ts'
import { unavailable } from './service-error.ts'

describe('the reason of an error', () => {
  it('is the text, or the messages of the causes, in one line', () => {
    expect(reasonOf(unavailable('too few replicas confirmed'))).to.equal('too few replicas confirmed')
    const cause = new Error('first\nline', { cause: new Error('ECONNREFUSED', { cause: 'of the socket' }) })
    expect(reasonOf(unavailable(cause))).to.equal('first line: ECONNREFUSED: of the socket')
    expect(reasonOf(new Error('alone'))).to.equal(undefined)
  })

  it('repeats nothing, has no values of documents, and has at most 300 characters', () => {
    const same = new Error('away', { cause: new Error('away') })
    expect(reasonOf(unavailable(same))).to.equal('away')
    expect(reasonOf(unavailable(new Error('E11000 dup key: { email: "a@b.c" }')))).to.not.contain('a@b.c')
    expect(reasonOf(unavailable(new Error('x'.repeat(1000))))).to.have.length(300)
  })

  it('ends for causes in a circle', () => {
    const one = new Error('one')
    one.cause = new Error('two', { cause: one })
    expect(reasonOf(unavailable(one))).to.equal('one: two')
  })
})
