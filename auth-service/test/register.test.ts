import { ProofMethod } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import {
  type AuthHarness,
  actor,
  client,
  openAuthHarness,
  password,
  problems,
  registration,
} from './auth-harness.ts'
import { tokenOf } from './fake-upstreams.ts'

describe('Auth.Register', () => {
  let stack: AuthHarness
  before(async () => {
    stack = await openAuthHarness()
  })
  after(() => stack.close())
  afterEach(() => {
    stack.sessions.beforeCreate = async () => {}
  })
  const rejection = (fields: Parameters<typeof registration>[0]) =>
    rejected(stack.auth.register(registration(fields)))

  for (const [what, fields, problem] of [
    ['no consent', { consent: false }, 'consent:MUST_AGREE_TO_TOS_AND_PRIVACY_POLICY'],
    [
      'a date that does not exist',
      { dateOfBirth: '2001-02-29' },
      'date_of_birth:INVALID_DATE_OF_BIRTH_FORMAT',
    ],
    ['no date', { dateOfBirth: '' }, 'date_of_birth:INVALID_DATE_OF_BIRTH_FORMAT'],
    ['somebody of fifteen', { dateOfBirth: '2014-01-02' }, 'date_of_birth:MUST_BE_MINIMUM_AGE'],
    ['an empty email', { email: '' }, 'email:EMAIL_LENGTH_INVALID'],
    [
      'an email of 255 characters',
      { email: `${'a'.repeat(64)}@${'b.'.repeat(94)}cd` },
      'email:EMAIL_LENGTH_INVALID',
    ],
    ['an email with a comma', { email: 'ann,lee@gatehouse.test' }, 'email:INVALID_EMAIL_LOCAL_PART'],
    ['an email with quotes', { email: '"ann"@gatehouse.test' }, 'email:INVALID_EMAIL_FORMAT'],
    ['an email that is none', { email: 'ann@gatehouse' }, 'email:INVALID_EMAIL_FORMAT'],
    [
      'an email that becomes wrong by normalising',
      { email: 'ann@gatehouse.test。' },
      'email:INVALID_EMAIL_FORMAT',
    ],
    ['a password of seven', { password: 'kz7!mQ2' }, 'password:PASSWORD_LENGTH_INVALID'],
    ['a password of 257', { password: 'k'.repeat(257) }, 'password:PASSWORD_LENGTH_INVALID'],
    ['a common password', { password: 'Password123' }, 'password:PASSWORD_IS_TOO_COMMON'],
    [
      'the email as password',
      { email: 'common@gatehouse.test', password: 'Common@gatehouse.test' },
      'password:PASSWORD_IS_TOO_COMMON',
    ],
    [
      'the username as password',
      { username: 'AnnOfGreen', password: 'annofgreen' },
      'password:PASSWORD_IS_TOO_COMMON',
    ],
    [
      'the username to come as password',
      { globalName: 'Ann of Green', password: 'ANN_of_green' },
      'password:PASSWORD_IS_TOO_COMMON',
    ],
    ['an empty username', { username: '' }, 'username:USERNAME_LENGTH_INVALID'],
    ['a username with a space', { username: 'ann lee' }, 'username:USERNAME_INVALID_CHARACTERS'],
    ['a reserved username', { username: 'Everyone' }, 'username:USERNAME_RESERVED_VALUE'],
    [
      'a username with the product in it',
      { username: 'Gatehouse1' },
      'username:USERNAME_CANNOT_CONTAIN_RESERVED_TERMS',
    ],
    [
      'a display name of nothing to see',
      { globalName: ' \u200b ' },
      'global_name:GLOBAL_NAME_LENGTH_INVALID',
    ],
    ['a display name of 33', { globalName: 'n'.repeat(33) }, 'global_name:GLOBAL_NAME_LENGTH_INVALID'],
    ['a reserved display name', { globalName: 'h\u200bere' }, 'global_name:GLOBAL_NAME_RESERVED_VALUE'],
  ] as const) {
    it(`rejects ${what}`, async () => {
      const error = await rejection(fields)
      expect(error.code).to.equal('INVALID_FORM_BODY')
      expect(problems(error)).to.deep.equal([problem])
    })
  }

  it('reports all invalid fields at once, with the limits in the message', async () => {
    const fields = {
      consent: false,
      dateOfBirth: '2020-01-01',
      username: '',
      globalName: 'here',
      password: 'short',
    }
    const error = await rejection({ ...fields, email: 'First@GATEHOUSE' })
    expect(problems(error)).to.deep.equal([
      'consent:MUST_AGREE_TO_TOS_AND_PRIVACY_POLICY',
      'date_of_birth:MUST_BE_MINIMUM_AGE',
      'email:INVALID_EMAIL_FORMAT',
      'global_name:GLOBAL_NAME_RESERVED_VALUE',
      'password:PASSWORD_LENGTH_INVALID',
      'username:USERNAME_LENGTH_INVALID',
    ])
    const textOf = (field: string) => error.fields.find(({ path }) => path === field)?.message
    expect(textOf('password')).to.contain('8 and 256')
    expect(textOf('date_of_birth')).to.contain('16')
  })

  it('does not reveal that an email is taken while another field is invalid', async () => {
    const email = 'kept@gatehouse.test'
    await stack.register({ email })
    expect(problems(await rejection({ email, consent: false }))).to.deep.equal([
      'consent:MUST_AGREE_TO_TOS_AND_PRIVACY_POLICY',
    ])
  })

  it('rejects a taken email in another letter case and another form of its domain', async () => {
    await stack.register({ email: 'Zoe@Bücher.example' })
    for (const email of ['zoe@bücher.example', 'ZOE@BU\u0308CHER.example', 'zoe@xn--bcher-kva.example']) {
      expect(problems(await rejection({ email })), email).to.deep.equal(['email:EMAIL_ALREADY_IN_USE'])
    }
  })

  it('creates one account for fifty concurrent registrations of one email', async () => {
    const email = 'race@gatehouse.test'
    const [created, revoked] = [stack.sessions.created.length, stack.sessions.revokedTokens.length]
    const registrations = () => stack.audit.countDocuments({ type: 'account.registration' })
    const acts = await registrations()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () => stack.auth.register(registration({ email, username: 'Racer' }))),
    )
    const failures = outcomes.filter(({ status }) => status === 'rejected')
    expect(failures).to.have.lengthOf(49)
    for (const { reason } of failures as PromiseRejectedResult[]) {
      expect(problems(reason)).to.deep.equal(['email:EMAIL_ALREADY_IN_USE'])
    }
    expect(await stack.accounts.countDocuments({ emailKey: email })).to.equal(1)
    const [winner] = await stack.accounts.find({ emailKey: email }).toArray()
    expect(await registrations(), 'the losers leave no act').to.equal(acts + 1)
    const tokens = stack.sessions.created.slice(created).map(({ accountId }) => tokenOf(accountId))
    const ended = stack.sessions.revokedTokens.slice(revoked)
    expect(
      tokens.filter((token) => !ended.includes(token)),
      'only the session of the one account stays',
    ).to.deep.equal([tokenOf(winner?._id ?? '')])
  })

  it('assigns each account of one username its own discriminator', async () => {
    const ids = await Promise.all(Array.from({ length: 40 }, () => stack.register({ username: 'Namesake' })))
    const found = await stack.accounts.find({ _id: { $in: ids } }).toArray()
    expect(new Set(found.map(({ discriminator }) => discriminator)).size).to.equal(40)
  })

  it('rejects a username that 9,999 accounts have, and draws another for a display name', async () => {
    const everybody = Array.from({ length: 9999 }, (_, index) => ({
      _id: `crowd-${index}`,
      username: 'Crowd',
      usernameKey: 'crowd',
      discriminator: index + 1,
      status: 'active' as const,
    }))
    await stack.accounts.insertMany(everybody)
    const error = await rejection({ username: 'cRowd', email: 'one.too.many@gatehouse.test' })
    expect(problems(error)).to.deep.equal(['username:TOO_MANY_USERS_WITH_THIS_USERNAME'])
    const id = await stack.register({ globalName: 'Crowd', email: 'one.too.many@gatehouse.test' })
    const { account } = await stack.auth.getMe({ actor: actor(id) })
    expect(account?.user?.username).to.match(/^([A-Z][a-z]+){3}$/)
  })

  it('accepts an email without a password and a password without an email', async () => {
    const mail = await stack.register({ email: 'alone@gatehouse.test' })
    const secret = await stack.register({ password })
    const [byMail, bySecret] = await Promise.all(
      [mail, secret].map((id) => stack.accounts.findOne({ _id: id })),
    )
    expect([byMail?.emailKey, byMail?.passwordHash]).to.deep.equal(['alone@gatehouse.test', undefined])
    expect([bySecret?.emailKey, typeof bySecret?.passwordHash]).to.deep.equal([undefined, 'string'])
  })

  it('keeps the best of our languages of the request', async () => {
    const localeFor = async (acceptLanguage: string | undefined, number: number) => {
      const email = `language-${number}@gatehouse.test`
      await stack.auth.register(registration({ email, client: { ...client, acceptLanguage } }))
      return (await stack.accounts.findOne({ email }))?.locale
    }
    const locales = await Promise.all(['de-AT,en;q=0.5', 'pt, fr;q=0.1', 'pt', '*', undefined].map(localeFor))
    expect(locales).to.deep.equal(['de', 'fr', undefined, undefined, undefined])
  })

  it('signs the new account in', async () => {
    const { signedIn } = await stack.auth.register(registration({ email: 'new@gatehouse.test', password }))
    const [created] = stack.sessions.created.slice(-1)
    expect(signedIn).to.include({
      token: tokenOf(created?.accountId ?? ''),
      accountId: created?.accountId,
    })
    expect(created?.client).to.deep.equal(client)
    expect(created?.proofMethods).to.deep.equal([ProofMethod.REGISTRATION])
  })

  it('stores the email as typed, a readable username and an argon2id hash, but not the password', async () => {
    const email = 'Ann.Lee@GateHouse.test'
    const id = await stack.register({ email, password, globalName: '  Ann 🎉  Lee ', username: 'Ann_Lee' })
    const stored = await stack.accounts.findOne({ _id: id })
    expect(stored).to.include({
      email: 'Ann.Lee@gatehouse.test',
      globalName: 'Ann 🎉 Lee',
      username: 'Ann_Lee',
    })
    expect(stored).to.include({ verified: false, status: 'active', dateOfBirth: '2000-02-29' })
    expect(stored?.passwordHash).to.match(/^\$argon2id\$v=19\$m=7168,t=1,p=1\$/)
    expect(JSON.stringify(stored) + stack.logged.text()).not.to.contain(password)
  })

  it('creates an account without email and password that can be claimed later', async () => {
    const id = await stack.register({ globalName: 'Анна Ли' })
    const { account } = await stack.auth.getMe({ actor: actor(id) })
    expect(account?.email).to.equal(undefined)
    expect(account?.passwordLastChangedAt).to.equal(undefined)
    expect(account?.user).to.include({ username: 'Anna_Li', globalName: 'Анна Ли' })
  })

  it('draws a username if none can be derived from the display name', async () => {
    for (const fields of [{}, { globalName: '🎉🎉' }]) {
      const { account } = await stack.auth.getMe({ actor: actor(await stack.register(fields)) })
      expect(account?.user?.username).to.match(/^([A-Z][a-z]+){3}$/)
    }
  })

  it('creates nothing while session-service is unavailable, and accepts the same registration afterwards', async () => {
    const fields = { email: 'patient@gatehouse.test', password }
    await stack.sessions.makeUnavailable()
    expect((await rejection(fields)).code).to.equal('SERVICE_UNAVAILABLE')
    expect(await stack.accounts.countDocuments({ emailKey: fields.email })).to.equal(0)
    await stack.sessions.makeAvailable()
    await until(() => stack.register(fields))
  })

  it('joins the guild of an invite, and ignores an invalid one and an unavailable guild directory', async () => {
    const id = await stack.register({ inviteCode: 'welcome' })
    expect(stack.guilds.redeemed.at(-1)).to.deep.equal({ code: 'welcome', userId: id })
    await stack.register({ inviteCode: 'nonsense' })
    await stack.guilds.makeUnavailable()
    await stack.register({ inviteCode: 'welcome' })
    await stack.guilds.makeAvailable()
    expect(stack.logged.text()).to.contain('invite.not_redeemed').and.not.to.contain('nonsense')
  })
})
