import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { minute, useOwnAccount } from './own-account.ts'
import { successesOf, totpAccount, totpProof } from './totp-account.ts'

const wrong = ['code:INVALID_CODE']

describe('the limit of wrong codes', () => {
  const { own, proved } = useOwnAccount({ GATEHOUSE_LIMITS_SCALE: '1' })
  const { codeOf, enable, ticket, complete, rejection } = totpAccount(own)

  it('rejects all codes after ten wrong ones over all tickets, for 15 minutes', async () => {
    const { secret } = await enable()
    for (let i = 0; i < 2; i++) {
      const pending = await ticket()
      for (let j = 0; j < 5; j++) expect(await rejection(pending, '000000')).to.deep.equal(wrong)
    }
    own.stack.clock.advance(minute)
    const error = await rejected(complete(await ticket(), codeOf(secret)))
    expect([error.code, error.data.retry_after]).to.deep.equal(['RATE_LIMITED', 14 * 60])
    const event = await own.stack.audit.findOne({ accountId: own.id, type: 'account.throttle' })
    expect(event?.detail).to.deep.equal({ limit: 'second_factor' })
    const proof = { ...proved(), secondFactor: totpProof(codeOf(secret)) }
    expect((await rejected(own.stack.auth.assertStepUp(proof))).code).to.equal('RATE_LIMITED')
    own.stack.clock.advance(14 * minute)
    await complete(await ticket(), codeOf(secret))
  })

  it('counts the wrong codes of step-ups too', async () => {
    const { secret } = await enable()
    const wrongProof = { ...proved(), secondFactor: totpProof('000000') }
    for (let i = 0; i < 10; i++) await rejected(own.stack.auth.assertStepUp(wrongProof))
    expect(await rejection(await ticket(), codeOf(secret))).to.deep.equal(['RATE_LIMITED'])
  })

  it('counts neither right codes nor gives new attempts after one', async () => {
    const { secret, backupCodes } = await enable()
    for (const code of backupCodes.slice(0, 2)) {
      const pending = await ticket()
      for (let i = 0; i < 4; i++) expect(await rejection(pending, '000000')).to.deep.equal(wrong)
      await complete(pending, code)
    }
    const pending = await ticket()
    for (let i = 0; i < 2; i++) expect(await rejection(pending, '000000')).to.deep.equal(wrong)
    expect(await rejection(pending, codeOf(secret))).to.deep.equal(['RATE_LIMITED'])
  })

  it('does not count a right code that another request uses first', async () => {
    const { secret } = await enable()
    const tickets: string[] = []
    for (let i = 0; i < 10; i++) tickets.push(await ticket())
    expect(await successesOf(tickets.map((pending) => complete(pending, codeOf(secret))))).to.equal(1)
    for (const pending of tickets.slice(0, 9)) await rejection(pending, '000000')
    await complete(await ticket(), codeOf(secret, 1))
  })

  it('counts concurrent wrong codes before they are checked', async () => {
    await enable()
    const tickets = await Promise.all(Array.from({ length: 4 }, ticket))
    const rejections = await Promise.all(
      Array.from({ length: 40 }, (_, i) => rejection(tickets[i % 4] ?? '', '000000')),
    )
    expect(rejections.filter(([problem]) => problem === 'code:INVALID_CODE')).to.have.length(10)
    expect(rejections.flat()).to.include('RATE_LIMITED')
  })
})
