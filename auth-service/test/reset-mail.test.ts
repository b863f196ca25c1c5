import { until } from '@gatehouse/service-kit/testing/wait-until'
import { toDuration } from '@gatehouse/service-kit/time/duration'
import { expect } from 'chai'
import { actor, client } from './auth-harness.ts'
import { useMails } from './mail-harness.ts'
import { day } from './own-account.ts'
import { ssoEnv, useSsoWith } from './sso-harness.ts'

describe('the mail of a requested reset', () => {
  const { own, idp, configure, signIn, person, ...mails } = useSsoWith(
    useMails({ ...ssoEnv, GATEHOUSE_APP_URL: 'https://app.example', GATEHOUSE_IP_AUTHORIZATION: 'off' }),
  )
  beforeEach(() => own.stack.clock.advance(1))

  /** The newest mail to an address, once the outbox is empty. */
  const requested = async (email: string, from = client) => {
    await drained()
    own.smtp.mails.length = 0
    own.stack.clock.advance(1)
    const response = await own.stack.auth.requestPasswordReset({ client: from, email })
    expect(response).to.deep.equal({})
    await drained()
    return own.smtp.mails.find(({ recipients }) => recipients.includes(email))
  }
  const drained = () =>
    until(async () => {
      expect(await own.stack.mails.countDocuments({ state: 'pending' })).to.equal(0)
    })
  const resetOf = async (email: string) =>
    (await own.stack.accounts.findOne({ email }))?.emailedTokens?.reset?.digest
  const isSecret = /#token=|\/reset/

  it('has a link for an account with a password', async () => {
    const mail = await requested(own.email)
    expect(mail?.subject).to.equal('Reset your password')
    expect(mail?.text).to.match(/https:\/\/app\.example\/reset#token=[\w-]{43}/)
    expect(await resetOf(own.email)).to.be.a('string')
  })

  it('is in the language of the account, whatever the request prefers', async () => {
    const french = { ...client, acceptLanguage: 'fr' }
    expect((await requested(own.email, french))?.subject).to.equal('Reset your password')
    await own.stack.accounts.updateOne({ _id: own.id }, { $set: { locale: 'de-AT' } })
    expect((await requested(own.email, french))?.subject).to.equal('Setzen Sie Ihr Passwort zurück')
  })

  it('says that the account is suspended, and until when, without a link', async () => {
    await own.stack.admin.disableAccount({ id: own.id })
    const permanent = await requested(own.email)
    expect(permanent?.subject).to.equal('Your account is suspended')
    expect(permanent?.text).to.contain('contact support').and.not.match(isSecret)
    await own.stack.admin.disableAccount({ id: own.id, duration: toDuration(3 * day) })
    const temporary = await requested(own.email)
    const date = new Date(own.stack.clock.now() + 3 * day)
    expect(temporary?.text).to.contain(
      `until ${date.toLocaleString('en-US', { month: 'long', timeZone: 'UTC' })}`,
    )
    expect(temporary?.text).not.to.match(isSecret)
    expect(await resetOf(own.email)).to.equal(undefined)
    own.stack.clock.advance(3 * day)
    expect((await requested(own.email))?.subject).to.equal('Reset your password')
  })

  it('names the provider of an account that signs in with it, without a link', async () => {
    const claims = person()
    await configure({ displayName: 'Example Corp' })
    await signIn(claims)
    const managed = await requested(claims.email)
    expect(managed?.subject).to.equal('Your account has no password here')
    expect(managed?.text).to.contain('you sign in with Example Corp').and.not.match(isSecret)
    await configure({ displayName: '' })
    expect((await requested(claims.email))?.text).to.contain('the identity provider of your organization')
    expect(await resetOf(claims.email)).to.equal(undefined)
  })

  it('has a link again after single sign-on ended, or moved to another issuer', async () => {
    const claims = person()
    await signIn(claims)
    await own.stack.admin.disableSso({})
    expect((await requested(claims.email))?.subject).to.equal('Reset your password')
    idp.provider.behaviour.path = '/moved'
    await configure()
    const moved = await requested(claims.email)
    expect(moved?.subject).to.equal('Reset your password')
    const [, token = ''] = /#token=([\w-]{43})/.exec(moved?.text ?? '') ?? []
    await own.stack.auth.resetPassword({ client, token, password: 'amber-lantern-1843' })
    const login = await own.stack.auth.login({ client, email: claims.email, password: 'amber-lantern-1843' })
    expect(login.outcome?.$case).to.equal('signedIn')
  })

  it('is in the language of the account', async () => {
    await own.stack.updateMe({ ...mails.proved(), locale: 'de' })
    await own.stack.admin.disableAccount({ id: own.id })
    expect((await requested(own.email))?.subject).to.equal('Ihr Konto ist gesperrt')
    expect(await own.stack.auth.getMe({ actor: actor(own.id) }).catch(({ code }) => code)).to.be.a('string')
  })

  it('is none for an unknown address', async () => {
    expect(await requested('nobody@gatehouse.test')).to.equal(undefined)
  })
})
