import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { client, password } from './auth-harness.ts'
import { useMails } from './mail-harness.ts'
import { totpAccount, totpProof } from './totp-account.ts'

describe('mails about second factors', () => {
  const { own, arrived } = useMails()
  const { proved, codeOf, enable, ticket, refusal } = totpAccount(own)
  const subjects = async (count: number) => (await arrived(count)).map(({ subject }) => subject)

  it('tell the owner that TOTP was enabled, a backup code was used, and TOTP was disabled', async () => {
    const { secret, backupCodes } = await enable()
    expect(await subjects(1)).to.deep.equal(['Two-factor authentication was enabled'])
    await own.stack.auth.assertStepUp({ ...proved(), secondFactor: totpProof(backupCodes[0] ?? '') })
    const [, used] = await arrived(2)
    expect(used?.subject).to.equal('A backup code was used')
    expect(used?.text).to.contain('Unused codes: 9.').and.not.contain(backupCodes[0])
    await own.stack.auth.disableTotp({ ...proved(), code: codeOf(secret), endOtherSessions: false })
    expect(await subjects(3)).to.include('Two-factor authentication was disabled')
  })

  it('name the operator who removed the factors', async () => {
    await enable()
    await own.stack.admin.resetSecondFactors({ id: own.id })
    const mails = await arrived(2)
    expect(mails.map(({ text }) => text).join()).to.contain('Our support team removed the second factors')
  })

  it('tell the owner that the backup codes were replaced', async () => {
    const { secret } = await enable()
    await own.stack.auth.replaceBackupCodes({ ...proved(), secondFactor: totpProof(codeOf(secret)) })
    expect(await subjects(2)).to.include('Your backup codes were replaced')
  })

  it('warn the owner once about a ticket with five wrong codes', async () => {
    await enable()
    const pending = await ticket()
    for (let i = 0; i < 6; i++) await refusal(pending, '000000')
    expect(await subjects(2)).to.include('Sign-in attempts with wrong codes')
    expect(await own.stack.mails.countDocuments({ kind: 'second_factor_failures' })).to.equal(1)
  })

  it('send none for a wrong password or a wrong code', async () => {
    await enable()
    await arrived(1)
    await rejected(own.stack.auth.login({ client, email: own.email, password: `${password}x` }))
    await refusal(await ticket(), '000000')
    expect(await own.stack.mails.countDocuments({ accountId: own.id })).to.equal(1)
  })
})
