import { failureOf } from '@gatehouse/service-kit/testing/opened-stores'
import { expect } from 'chai'
import { checkCounted, refundOnError } from './counted-attempt.ts'

describe('a counted attempt', () => {
  function attempt() {
    const ends: string[] = []
    const end = (name: string) => async () => {
      ends.push(name)
    }
    return { ends, succeed: end('succeed'), fail: end('fail'), refund: end('refund') }
  }

  for (const [what, proof, ends] of [
    ['a right proof', { of: 'somebody' }, ['succeed']],
    ['a right proof that is empty', '', ['succeed']],
    ['a wrong one', null, ['fail']],
  ] as const)
    it(`ends once with ${what}`, async () => {
      const counted = attempt()
      expect(await checkCounted(counted, async () => proof)).to.equal(proof)
      expect(counted.ends).to.deep.equal(ends)
    })

  it('is refunded if the check fails, with the error of the check', async () => {
    const failure = new Error('store is unavailable')
    for (const check of [checkCounted, refundOnError]) {
      const counted = attempt()
      expect(await failureOf(check(counted, () => Promise.reject(failure)))).to.equal(failure)
      expect(counted.ends).to.deep.equal(['refund'])
    }
  })

  it('is not ended by a check whose result does not decide', async () => {
    const counted = attempt()
    expect(await refundOnError(counted, async () => null)).to.equal(null)
    expect(counted.ends).to.deep.equal([])
  })
})
