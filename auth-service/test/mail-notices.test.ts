import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { toDuration } from '@gatehouse/service-kit/time/duration'
import { expect } from 'chai'
import { client, password, signedInOf } from './auth-harness.ts'
import { useMails } from './mail-harness.ts'
import { day } from './own-account.ts'

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'
const abroad: Client = {
  address: '198.51.100.4',
  userAgent: chrome,
  acceptLanguage: 'fr;q=0.4, de-AT',
  location: { city: 'Claimed by the client' },
}

describe('mails to the owner of an account', () => {
  const { own, received, arrived, stored, proved } = useMails({ GATEHOUSE_IP_AUTHORIZATION: '0' })
  const login = (from: Client, deviceToken?: string, word = password) =>
    own.stack.auth.login({ client: from, email: own.email, password: word, deviceToken })
  const changePassword = (newPassword: string) =>
    own.stack.auth.updateMe({
      ...proved(),
      client: abroad,
      account: undefined,
      updateMask: undefined,
      password,
      newPassword,
    })

  describe('a sign-in', () => {
    it('is mailed from a new device and network, and not again', async () => {
      const first = await login(abroad)
      const [mail] = await arrived()
      // Whoever signs in does not choose the language.
      expect(mail?.subject).to.equal('New sign-in to your account')
      expect(mail?.text).to.contain('Device: Chrome, Windows')
      expect(mail?.text).to.not.match(/198\.51|Claimed/)
      await login(abroad)
      await login({ ...abroad, address: '203.0.113.9' }, signedInOf(first).deviceToken)
      await login({ ...abroad, address: '203.0.113.9' })
      expect(await stored()).to.have.length(1)
    })

    it('from a known device chooses the language of later mails, once', async () => {
      const { deviceToken } = signedInOf(await login(abroad))
      const locale = async () => (await own.stack.accounts.findOne({ _id: own.id }))?.locale
      expect(await locale()).to.equal(undefined)
      await login({ ...abroad, acceptLanguage: 'pt' }, deviceToken)
      expect(await locale()).to.equal(undefined)
      await login(abroad, deviceToken)
      expect(await locale()).to.equal('de')
      await login({ ...abroad, acceptLanguage: 'fr' }, deviceToken)
      expect(await locale()).to.equal('de')
      await login({ ...abroad, address: '203.0.113.10', acceptLanguage: 'fr' })
      const [, mail] = await arrived(2)
      expect(mail?.subject).to.equal('Neue Anmeldung in Ihrem Konto')
    })

    it('is not mailed if the password is wrong or the address registered the account', async () => {
      await login(abroad, undefined, 'wrong one').catch(() => {})
      await login(client)
      expect(await stored()).to.deep.equal([])
    })

    it('is mailed even if the client cancels it before the device becomes known', async () => {
      const cancelled = new AbortController()
      own.stack.guilds.beforeRedeem = async () => cancelled.abort()
      const request = { client: abroad, email: own.email, password, inviteCode: 'welcome' }
      await rejected(own.stack.auth.login(request, { requestId: 'cancelled', signal: cancelled.signal }))
      own.stack.guilds.beforeRedeem = async () => {}
      await arrived()
    })

    it('is mailed again after 30 days without one', async () => {
      await login(abroad)
      await arrived()
      own.stack.clock.advance(30 * day)
      await login(abroad)
      await arrived(2)
    })
  })

  it('are sent for a changed password, in the language of the account', async () => {
    await own.stack.auth.updateMe({ ...proved(), account: { locale: 'en-GB' }, updateMask: ['locale'] })
    await changePassword('another one, kz7!')
    const [mail] = await arrived()
    expect(mail?.subject).to.equal('Your password was changed')
    expect(mail?.text).to.contain('all other sessions were ended').and.to.contain('Device: Chrome, Windows')
  })

  it('are sent for a password that an operator set, without device and place', async () => {
    await own.stack.admin.setPassword({ id: own.id, password: 'another one, kz7!' })
    const [mail] = await arrived()
    expect(mail?.text).to.contain('Our support team set a new password').and.to.not.contain('Device')
  })

  it('are sent for a disabled account', async () => {
    await own.stack.auth.disableMe(proved())
    expect((await arrived())[0]?.subject).to.equal('Your account was disabled')
  })

  it('are sent for a deleted account, with the date', async () => {
    await own.stack.auth.deleteMe(proved())
    const due = new Date(own.stack.clock.now() + 14 * day)
    const text = due.toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' })
    expect((await arrived())[0]?.text).to.contain(`will be deleted on ${text}`)
  })

  for (const [verb, consequence] of [
    ['disableMe', 'it is not disabled any more'],
    ['deleteMe', 'it will not be deleted any more'],
  ] as const)
    it(`are sent once for a sign-in after Auth.${verb}`, async () => {
      await own.stack.auth[verb](proved())
      const signIns = Array.from({ length: 4 }, () => login({ ...client, userAgent: chrome }))
      await Promise.allSettled(signIns)
      await login({ ...client, userAgent: chrome })
      const [, mail] = (await arrived(2)).toSorted(
        (a, b) => Number(a.subject?.includes('again')) - Number(b.subject?.includes('again')),
      )
      expect(mail?.subject).to.equal('Your account is enabled again')
      expect(mail?.text?.replace(/\s+/g, ' '))
        .to.contain(consequence)
        .and.to.contain('Device: Chrome, Windows')
      expect(received()).to.have.length(2)
    })

  it('are sent once for a suspension and its end', async () => {
    for (let i = 0; i < 2; i++) await own.stack.admin.disableAccount({ id: own.id })
    for (let i = 0; i < 2; i++) await own.stack.admin.enableAccount({ id: own.id })
    await own.stack.admin.disableAccount({ id: own.id, duration: toDuration(day) })
    const subjects = (await arrived(3)).map(({ subject }) => subject)
    expect(subjects.toSorted()).to.deep.equal([
      'The suspension of your account has ended',
      'Your account was suspended',
      'Your account was suspended',
    ])
    expect(received()).to.have.length(3)
  })

  it('are not sent to an account without an email address', async () => {
    const id = await own.stack.register({ username: 'No_email' })
    await own.stack.admin.disableAccount({ id })
    expect(await own.stack.mails.countDocuments({ accountId: id })).to.equal(0)
  })
})
