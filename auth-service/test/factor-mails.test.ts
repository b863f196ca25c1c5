import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { client, password } from './auth-harness.ts'
import { useMails } from './mail-harness.ts'
import { minute } from './own-account.ts'
import { phoneAccount, smsEnv } from './phone-account.ts'
import { totpAccount, totpProof } from './totp-account.ts'

describe('mails about second factors', () => {
  const { own, received } = useMails({ GATEHOUSE_LIMITS_SCALE: '1', ...smsEnv })
  const { proved, codeOf, enable, ticket, rejection } = totpAccount(own)
  const sms = phoneAccount(own)
  /** Not by number: the clock moves, so a mail that is being sent may be sent again. */
  const textOf = (subject: string): Promise<string> =>
    until(async () => {
      const mail = received().find((each) => each.subject === subject)
      if (!mail) throw new Error(`no mail: ${subject}`)
      return mail.text ?? ''
    })

  it('tell the owner that TOTP was enabled, a backup code was used, and TOTP was disabled', async () => {
    const { secret, backupCodes } = await enable()
    await textOf('Two-factor authentication was enabled')
    await own.stack.auth.assertStepUp({ ...proved(), secondFactor: totpProof(backupCodes[0] ?? '') })
    expect(await textOf('A backup code was used'))
      .to.contain('Unused codes: 9.')
      .and.not.contain(backupCodes[0])
    await own.stack.auth.disableTotp({ ...proved(), code: codeOf(secret), endOtherSessions: false })
    await textOf('Two-factor authentication was disabled')
  })

  it('name the operator who removed the factors', async () => {
    await enable()
    await own.stack.admin.resetSecondFactors({ id: own.id })
    expect(await textOf('Two-factor authentication was disabled')).to.contain('Our support team removed')
  })

  it('tell the owner about new backup codes, the phone number and codes by SMS, once for each change', async () => {
    const { secret } = await enable()
    await own.stack.auth.replaceBackupCodes({ ...proved(), secondFactor: totpProof(codeOf(secret)) })
    await sms.addPhone()
    for (let i = 0; i < 2; i++) await sms.enableSms()
    for (let i = 0; i < 2; i++) await own.stack.auth.disableSms(sms.provedWithFactor())
    for (let i = 0; i < 2; i++) await own.stack.auth.removePhone(sms.provedWithFactor())
    await textOf('Your backup codes were replaced')
    const mails = await own.stack.mails.find({ accountId: own.id }).toArray()
    expect(mails.map(({ kind }) => kind)).to.have.members([
      'totp_enabled',
      'backup_codes_replaced',
      'phone_set',
      'sms_enabled',
      'sms_disabled',
      'phone_removed',
    ])
  })

  it('warn the owner once about a ticket with five wrong codes', async () => {
    await enable()
    const pending = await ticket()
    for (let i = 0; i < 6; i++) await rejection(pending, '000000')
    await textOf('Sign-in attempts with wrong codes')
    expect(await own.stack.mails.countDocuments({ kind: 'second_factor_failures' })).to.equal(1)
  })

  it('warn the owner once per window about wrong codes over many tickets', async () => {
    await enable()
    const count = () => own.stack.mails.countDocuments({ accountId: own.id, kind: 'second_factor_failures' })
    const wrongTickets = async (tickets: number) => {
      for (let i = 0; i < tickets; i++) await rejection(await ticket(), '000000')
    }
    await wrongTickets(4)
    expect(await count()).to.equal(0)
    await wrongTickets(6)
    expect(await count()).to.equal(1)
    own.stack.clock.advance(15 * minute)
    await wrongTickets(5)
    expect(await count()).to.equal(2)
  })

  it('send none for a wrong password or a wrong code', async () => {
    await enable()
    await textOf('Two-factor authentication was enabled')
    await rejected(own.stack.auth.login({ client, email: own.email, password: `${password}x` }))
    await rejection(await ticket(), '000000')
    expect(await own.stack.mails.countDocuments({ accountId: own.id })).to.equal(1)
  })
})
