import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { problems } from './auth-harness.ts'
import { useOwnAccount } from './own-account.ts'
import { stepMs, totpAccount, totpProof } from './totp-account.ts'

/** As keyboards of other scripts, programs that set typographic dashes, and password managers write a code. */
const writings: Record<string, (code: string) => string> = {
  'Arabic digits': (code) => inDigitsFrom(0x660, code),
  'Persian digits': (code) => inDigitsFrom(0x6f0, code),
  'full-width digits': (code) => inDigitsFrom(0xff10, code),
  'a non-breaking hyphen': (code) => `${code.slice(0, 3)}\u2011${code.slice(3)}`,
  'an en dash': (code) => `${code.slice(0, 3)}–${code.slice(3)}`,
  'a mark of direction': (code) => `\u200e${code}\u200f`,
  'a space and a line end': (code) => ` ${code.slice(0, 3)}\u00a0${code.slice(3)}\r\n`,
}

const slips = [
  '12345',
  '1234567',
  '12345a',
  '123,456',
  '１２３',
  '!',
  'mdhfx-ab',
  'my phone is off',
  '1'.repeat(32),
]

function inDigitsFrom(zero: number, code: string): string {
  return [...code].map((digit) => String.fromCodePoint(zero + Number(digit))).join('')
}

describe('codes that people paste', () => {
  const { own, proved } = useOwnAccount()
  const { codeOf, enableWith, ticket, complete } = totpAccount(own)

  for (const [what, write] of Object.entries(writings))
    it(`sign in with ${what}`, async () => {
      const { secret } = await own.stack.auth.setUpTotp(proved())
      const { backupCodes } = await enableWith({ code: write(codeOf(secret)) })
      own.stack.clock.advance(2 * stepMs)
      expect((await complete(await ticket(), write(codeOf(secret)))).signedIn?.accountId).to.equal(own.id)
      own.stack.clock.advance(2 * stepMs)
      await own.stack.auth.assertStepUp({ ...proved(), secondFactor: totpProof(write(codeOf(secret))) })
      const [backup = ''] = backupCodes.map(({ code }) => code)
      await complete(await ticket(), backup.replace('-', '\u2011').toUpperCase())
    })
})

describe('texts in place of a code', () => {
  const { own, proved } = useOwnAccount({ GATEHOUSE_LIMITS_SCALE: '1' })
  const { codeOf, enable, ticket, complete, rejection } = totpAccount(own)

  it('count nowhere if they can be no code by their form', async () => {
    const { secret } = await enable()
    const pending = await ticket()
    for (const slip of [...slips, ...slips]) {
      expect(await rejection(pending, slip), slip).to.deep.equal(['code:INVALID_CODE'])
      const proof = { ...proved(), secondFactor: totpProof(slip) }
      const error = await rejected(own.stack.auth.assertStepUp(proof))
      expect(problems(error), slip).to.deep.equal(['second_factor.code:INVALID_MFA_CODE'])
    }
    expect((await complete(pending, codeOf(secret))).signedIn?.accountId).to.equal(own.id)
    expect(await rejection(pending, slips[0] ?? '')).to.deep.equal(['ticket:SESSION_TIMEOUT'])
    expect(await own.stack.mails.countDocuments({ kind: 'second_factor_failures' })).to.equal(0)
  })
})
