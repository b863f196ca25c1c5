import {
  type ImportedAccount,
  type ImportOutcome,
  ImportResult,
} from '@gatehouse/proto/gen/auth/v1/auth_admin'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { createGuardrails, generateSync } from 'otplib'
import { type AuthHarness, actor, client, openAuthHarness, password, problems } from './auth-harness.ts'

const bcrypt = '$2b$04$YTvNhgHFieQNgf9TaSvdS.G3aXP/3xJBxd.dWpeHymGbwiKFdp2Q6'
const plain: ImportedAccount = { email: '', passwordHash: bcrypt, verified: false, createdAt: undefined }
const itsPassword = 'violet anchor 17 \u00fc'

describe('AuthAdmin.ImportAccounts', () => {
  let stack: AuthHarness
  before(async () => {
    stack = await openAuthHarness()
  })
  after(() => stack.close())
  const bring = async (...accounts: Partial<ImportedAccount>[]) => {
    const whole = accounts.map((account): ImportedAccount => ({ ...plain, ...account }))
    return (await stack.admin.importAccounts({ accounts: whole })).outcomes
  }
  const rejections = (outcome: ImportOutcome | undefined) =>
    outcome?.problems.map(({ path, code }) => `${path}:${code}`).toSorted()

  for (const [what, fields, problem] of [
    ['no email', { email: '' }, 'email:EMAIL_LENGTH_INVALID'],
    ['an email that is none', { email: 'ann@gatehouse' }, 'email:INVALID_EMAIL_FORMAT'],
    [
      'a password in place of its hash',
      { passwordHash: password },
      'password_hash:PASSWORD_HASH_NOT_SUPPORTED',
    ],
    [
      'a hash that would hold up sign-ins',
      { passwordHash: bcrypt.replace('$04$', '$15$') },
      'password_hash:PASSWORD_HASH_TOO_COSTLY',
    ],
    ['a number without a username', { discriminator: '0001' }, 'username:REQUIRED'],
    [
      'a number that is none',
      { username: 'Ann', discriminator: '0' },
      'discriminator:DISCRIMINATOR_INVALID_FORMAT',
    ],
    ['a display name of nothing to see', { globalName: '\u200b' }, 'global_name:GLOBAL_NAME_LENGTH_INVALID'],
    [
      'a date that does not exist',
      { dateOfBirth: '2001-02-29' },
      'date_of_birth:INVALID_DATE_OF_BIRTH_FORMAT',
    ],
    ['somebody too young', { dateOfBirth: '2020-01-01' }, 'date_of_birth:MUST_BE_MINIMUM_AGE'],
    [
      'one that was made in the future',
      { createdAt: new Date('2040-01-01') },
      'created_at:MUST_BE_IN_THE_PAST',
    ],
    ['a secret that is too short', { totpSecret: 'JBSWY3DP' }, 'totp_secret:TOTP_SECRET_INVALID'],
    [
      'a person without a subject',
      { sso: { issuer: 'https://idp.test', subject: '' } },
      'sso.subject:STRING_LENGTH_INVALID',
    ],
    ['a language that is none', { locale: 'English!' }, 'locale:LOCALE_INVALID_FORMAT'],
    ['an endless external id', { externalId: 'x'.repeat(129) }, 'external_id:STRING_LENGTH_INVALID'],
  ] as const) {
    it(`rejects ${what}, and imports the other line`, async () => {
      const good = { email: `${what.replaceAll(' ', '-')}@beside.test` }
      const [bad, kept] = await bring({ email: 'bad@gatehouse.test', ...fields }, good)
      expect(rejections(bad)).to.deep.equal([problem])
      expect([bad?.result, bad?.accountId]).to.deep.equal([ImportResult.REJECTED, undefined])
      expect(kept).to.deep.include({ result: ImportResult.CREATED, problems: [] })
    })
  }

  it('reports all invalid fields of a line at once, with the limits in the message', async () => {
    const [bad] = await bring({ email: '', passwordHash: 'x', username: 'a b', externalId: '' })
    expect(rejections(bad)).to.have.lengthOf(3)
    expect(bad?.problems.find(({ path }) => path === 'external_id')?.message).to.contain('1 and 128')
  })

  it('derives a username from one that is not allowed here, and names it', async () => {
    const given = [
      'john.doe',
      'anna-lena',
      'mail.of@somebody.example',
      'everyone',
      '',
      '🎉',
      'ä'.repeat(99),
      'Fine_1',
    ]
    const outcomes = await bring(
      ...given.map((username, index) => ({ email: `renamed-${index}@gatehouse.test`, username })),
    )
    const stored = async ({ accountId = '' }) => (await stack.accounts.findOne({ _id: accountId }))?.username
    const names = await Promise.all(outcomes.map(stored))
    expect(names.slice(0, 4)).to.deep.equal(['john_doe', 'anna_lena', 'mail_of', 'the_everyone'])
    expect(names[6]).to.match(/^a{32}$/)
    expect(outcomes.map(({ replacedUsername }) => replacedUsername)).to.deep.equal([
      ...names.slice(0, 7),
      undefined,
    ])
    expect(names[7]).to.equal('Fine_1')
  })

  for (const [typed, locale] of [
    ['de_DE', 'de-DE'],
    ['pt_BR.UTF-8', 'pt-BR'],
    ['ca_ES@valencia', 'ca-ES'],
    ['zh_Hant_TW', 'zh-Hant-TW'],
  ] as const)
    it(`reads ${typed} as a language`, async () => {
      const [outcome] = await bring({ email: `${typed.replace('@', '-')}@gatehouse.test`, locale: typed })
      expect((await stack.accounts.findOne({ _id: outcome?.accountId ?? '' }))?.locale).to.equal(locale)
    })

  it('reads a date that was exported as a time', async () => {
    const dates = ['2000-02-29T00:00:00Z', '2000-02-29 00:00:00.000+00', '2000-02-29T00:00:00.000000+00:00']
    const outcomes = await bring(
      ...dates.map((dateOfBirth, index) => ({ email: `born-${index}@gatehouse.test`, dateOfBirth })),
    )
    for (const { accountId = '' } of outcomes)
      expect((await stack.accounts.findOne({ _id: accountId }))?.dateOfBirth).to.equal('2000-02-29')
    const [bad] = await bring({ email: 'born@gatehouse.test', dateOfBirth: '2000-02-29T23:00:00Z' })
    expect(rejections(bad)).to.deep.equal(['date_of_birth:INVALID_DATE_OF_BIRTH_FORMAT'])
  })

  it('accepts the shorter secrets of other systems, whose codes then sign in', async () => {
    const secret = 'JBSWY3DPEHPK3PXP'
    const email = 'short-secret@gatehouse.test'
    const [short] = await bring({ email: 'shorter@gatehouse.test', totpSecret: secret.slice(0, 15) })
    expect(short?.problems[0]?.message).to.equal('Must be 80 to 512 bits in base32.')
    await bring({ email, totpSecret: secret })
    const { outcome } = await stack.auth.login({ client, email, password: itsPassword })
    const ticket = outcome?.$case === 'mfaRequired' ? outcome.value.ticket : ''
    const epoch = Math.floor(stack.clock.now() / 1000)
    const guardrails = createGuardrails({ MIN_SECRET_BYTES: 10 })
    const code = generateSync({ strategy: 'totp', secret, epoch, guardrails })
    expect((await stack.auth.completeLoginWithTotp({ client, ticket, code })).signedIn?.token).to.be.a(
      'string',
    )
  })

  it('imports what protects an account, and the language', async () => {
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
    const person = { issuer: 'https://idp.test', subject: 'person-1' }
    const [app, suspended, linked] = await bring(
      { email: 'app@gatehouse.test', totpSecret: 'jbsw y3dp ehpk 3pxp jbsw y3dp ehpk 3pxp' },
      { email: 'suspended@gatehouse.test', suspended: true },
      { email: 'linked@gatehouse.test', passwordHash: '', sso: person, locale: 'de-at' },
    )
    const login = (email: string) => stack.auth.login({ client, email, password: itsPassword })
    const { outcome } = await login('app@gatehouse.test')
    expect(outcome?.$case).to.equal('mfaRequired')
    const stored = (id = '') => stack.accounts.findOne({ _id: id })
    expect(JSON.stringify(await stored(app?.accountId))).to.not.contain(secret)
    expect((await rejected(login('suspended@gatehouse.test'))).code).to.equal('ACCOUNT_SUSPENDED_PERMANENTLY')
    expect(await stored(suspended?.accountId)).to.include({ status: 'disabled' })
    expect(await stored(linked?.accountId)).to.deep.include({
      sso: { ...person, own: true },
      locale: 'de-AT',
    })
    expect(await stored(linked?.accountId)).to.not.have.property('passwordHash')
    const [same, taken, inBatch] = await bring(
      { email: 'linked@gatehouse.test', passwordHash: '', sso: person },
      { email: 'taken@gatehouse.test', sso: person },
      { email: 'batch@gatehouse.test', sso: person },
    )
    expect(same?.result).to.equal(ImportResult.EXISTED)
    for (const each of [taken, inBatch])
      expect(rejections(each)).to.deep.equal(['sso:SSO_IDENTITY_ALREADY_IN_USE'])
  })

  it('rejects two accounts of a batch for one person', async () => {
    const sso = { issuer: 'https://idp.test', subject: 'person-2' }
    const [first, second] = await bring(
      { email: 'first@gatehouse.test', sso },
      { email: 'second@gatehouse.test', sso },
    )
    expect(first?.result).to.equal(ImportResult.CREATED)
    expect(rejections(second)).to.deep.equal(['sso:SSO_IDENTITY_ALREADY_IN_USE'])
  })

  it('rejects more than a thousand accounts in a batch', async () => {
    const many = Array.from({ length: 1001 }, () => plain)
    expect(problems(await rejected(stack.admin.importAccounts({ accounts: many })))).to.deep.equal([
      'accounts:ARRAY_LENGTH_INVALID',
    ])
  })

  it('imports all fields, accepts the existing password and renews its hash', async () => {
    const [outcome] = await bring({
      email: 'Ann@GateHouse.test',
      username: 'Ann_Lee',
      discriminator: '0042',
      globalName: 'Ann 🎉',
      verified: true,
      dateOfBirth: '2000-02-29',
      createdAt: new Date('2019-05-01T10:00:00Z'),
      externalId: 'u-1',
    })
    const id = outcome?.accountId ?? ''
    const { account } = await stack.auth.getMe({ actor: actor(id) })
    expect(account).to.deep.include({ email: 'Ann@gatehouse.test', verified: true })
    expect(account?.createdAt).to.deep.equal(new Date('2019-05-01T10:00:00Z'))
    expect(account?.user).to.include({ username: 'Ann_Lee', discriminator: '0042', globalName: 'Ann 🎉' })

    await rejected(stack.auth.login({ client, email: 'ann@gatehouse.test', password: 'wrong password' }))
    const hash = async () => (await stack.accounts.findOne({ _id: id }))?.passwordHash
    expect(await hash()).to.equal(bcrypt)
    for (let twice = 0; twice < 2; twice++) {
      await stack.auth.login({ client, email: 'ann@gatehouse.test', password: itsPassword })
      expect(await hash()).to.match(/^\$argon2id\$/)
    }
    expect(await stack.audit.countDocuments({ accountId: id, type: 'account.import' })).to.equal(1)
  })

  it('rejects a wrong password for an imported hash like an unknown email', async () => {
    await bring({ email: 'foreign@gatehouse.test' })
    const response = (email: string) =>
      rejected(stack.auth.login({ client, email, password: 'wrong password' }))
    const [foreign, unknown] = [
      await response('foreign@gatehouse.test'),
      await response('nobody@gatehouse.test'),
    ]
    expect(foreign.fields).to.deep.equal(unknown.fields)
  })

  it('reports an equal line as existing, and rejects one that conflicts with another account', async () => {
    const ann = { email: 'again@gatehouse.test', externalId: 'u-2' }
    const [first] = await bring(ann)
    const [again, inOtherCase, otherId, noId, otherEmail] = await bring(
      ...[ann, { ...ann, email: 'AGAIN@gatehouse.test' }, { ...ann, externalId: 'u-3' }],
      ...[{ email: ann.email }, { ...ann, email: 'other@gatehouse.test' }],
    )
    for (const same of [again, inOtherCase]) {
      expect(same).to.deep.equal({
        result: ImportResult.EXISTED,
        accountId: first?.accountId,
        problems: [],
        replacedUsername: undefined,
      })
    }
    expect(rejections(otherId)).to.deep.equal(['email:EMAIL_ALREADY_IN_USE'])
    expect(rejections(noId)).to.deep.equal(['email:EMAIL_ALREADY_IN_USE'])
    expect(rejections(otherEmail)).to.deep.equal(['external_id:EXTERNAL_ID_ALREADY_IN_USE'])
  })

  it('does not match accounts that registered here', async () => {
    await stack.register({ email: 'here@gatehouse.test', password })
    const [outcome] = await bring({ email: 'here@gatehouse.test' })
    expect(rejections(outcome)).to.deep.equal(['email:EMAIL_ALREADY_IN_USE'])
  })

  it('handles lines of one batch like lines of two', async () => {
    const twin = { email: 'twin@gatehouse.test', externalId: 'u-4' }
    const [one, same, other, wanted, taken] = await bring(
      ...[twin, twin, { email: 'twin2@gatehouse.test', externalId: 'u-4' }],
      { email: 'w1@gatehouse.test', username: 'Wanted', discriminator: '0007' },
      { email: 'w2@gatehouse.test', username: 'wanted', discriminator: '0007' },
    )
    expect(same).to.deep.equal({ ...one, result: ImportResult.EXISTED })
    expect(rejections(other)).to.deep.equal(['external_id:EXTERNAL_ID_ALREADY_IN_USE'])
    expect(rejections(wanted)).to.deep.equal([])
    expect(rejections(taken)).to.deep.equal(['discriminator:TAG_ALREADY_TAKEN'])
  })

  it('creates one account for concurrent imports of it', async () => {
    const accounts = Array.from({ length: 50 }, (_, index) => ({
      email: `race${index}@gatehouse.test`,
      username: 'Racer',
    }))
    const all = await Promise.all(Array.from({ length: 5 }, () => bring(...accounts)))
    expect(all.flat().filter(({ result }) => result === ImportResult.CREATED)).to.have.lengthOf(50)
    expect(await stack.accounts.countDocuments({ emailKey: /^race\d+@/ })).to.equal(50)
  })

  it('creates no administrator, also not the first who registers afterwards', async () => {
    const empty = await openAuthHarness()
    try {
      const accounts = [{ ...plain, email: 'first@gatehouse.test' }]
      await empty.admin.importAccounts({ accounts })
      await empty.register({ email: 'stranger@gatehouse.test', password })
      expect(await empty.accounts.countDocuments({ administrator: true })).to.equal(0)
    } finally {
      await empty.close()
    }
  })

  it('logs neither hashes nor addresses', () => {
    expect(stack.logged.text()).not.to.contain('$2b$').and.not.to.contain('@gatehouse.test')
  })
})
