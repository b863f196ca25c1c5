import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { useEmailChange } from './email-change-steps.ts'
import { day, minute } from './own-account.ts'

const unlimited = { limit: 1000, window_seconds: 1 }

describe('limits of changes of the email address', () => {
  const change = useEmailChange({
    GATEHOUSE_LIMITS_SCALE: '1',
    GATEHOUSE_INNER_LIMITS: JSON.stringify({
      'auth:register:address': unlimited,
      'mail:address': unlimited,
      'mail:recipient': unlimited,
    }),
  })
  const { own, start, requestNew, verified, changeTo, tokenFor, apply } = change
  const address = (name: string) => `${name}-${own.number}@gatehouse.test`
  const retryAfter = async (promise: Promise<unknown>) => {
    const error = await rejected(promise)
    expect(error.code).to.equal('RATE_LIMITED')
    return error.data.retry_after
  }

  it('reject another code to the current address within 30 seconds, and the fourth in 15 minutes', async () => {
    await verified()
    const { ticket } = await start()
    const resend = () => own.stack.auth.resendOriginalEmailCode({ ...change.proved(), ticket })
    expect(await retryAfter(resend())).to.equal(30)
    for (let i = 0; i < 2; i++) {
      own.stack.clock.advance(30_000)
      await resend()
    }
    own.stack.clock.advance(30_000)
    expect(await retryAfter(resend())).to.be.within(1, 300)
    expect(await retryAfter(start())).to.be.within(1, 300)
    await change.arrived(3)
  })

  it('reject another code to the new address within 30 seconds, and the sixth in 15 minutes', async () => {
    const { ticket, originalProof = '' } = await start()
    await requestNew(ticket, originalProof, address('new'))
    const resend = () => own.stack.auth.resendNewEmailCode({ ...change.proved(), ticket })
    expect(await retryAfter(resend())).to.equal(30)
    for (let i = 0; i < 4; i++) {
      own.stack.clock.advance(30_000)
      await resend()
    }
    const another = address('another')
    expect(await retryAfter(requestNew(ticket, originalProof, another))).to.be.within(1, 180)
  })

  it('count an address that is looked up as a registration', async () => {
    const { ticket, originalProof = '' } = await start()
    for (let i = 0; i < 3; i++) {
      own.stack.clock.advance(1)
      await requestNew(ticket, originalProof, address('probed'))
    }
    expect(await retryAfter(requestNew(ticket, originalProof, address('probed')))).to.be.within(1, 300)
  })

  it('reject the sixth change of the address in a day', async () => {
    for (const name of ['b', 'c', 'd', 'e', 'f']) {
      await changeTo(address(name))
      own.stack.clock.advance(20 * minute)
    }
    const token = await tokenFor(address('g'))
    expect(await retryAfter(apply(token))).to.be.within(1, day / 1000)
  })
})
