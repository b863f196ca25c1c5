import { AuthenticatorType } from '@gatehouse/proto/gen/auth/v1/auth'
import { ProofMethod } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { actor, client, password } from './auth-harness.ts'
import { minute, useOwnAccount } from './own-account.ts'
import { stepMs, successesOf, totpAccount } from './totp-account.ts'

const dead = ['ticket:SESSION_TIMEOUT']
const wrong = ['code:INVALID_CODE']
const usedCode = ['code:CODE_ALREADY_USED']

describe('signing in with TOTP', () => {
  const { own, proved } = useOwnAccount()
  const { codeOf, enable, ticket, complete, rejection } = totpAccount(own)
  let secret = ''
  let backupCodes: string[] = []
  beforeEach(async () => {
    ;({ secret, backupCodes } = await enable())
  })

  const lastSignIn = async () => {
    const [event] = await own.stack.audit
      .find({ accountId: own.id, type: 'account.sign_in' })
      .sort({ _id: -1 })
      .limit(1)
      .toArray()
    return event && [event.outcome, event.detail]
  }

  it('rejects texts that are no ticket, and tickets of others, alike', async () => {
    const own = await ticket()
    const [id, secretPart = ''] = own.split('.')
    const texts = ['', 'x', id, secretPart, `${id}.${secretPart.slice(1)}`, `1.${secretPart}`, `${own}x`]
    for (const text of texts) expect(await rejection(text ?? '', codeOf(secret)), text).to.deep.equal(dead)
    await complete(own, codeOf(secret))
  })

  it('creates no session and no known device before the second step', async () => {
    const before = own.stack.sessions.created.length
    const { outcome } = await own.stack.auth.login({ client, email: own.email, password })
    expect(outcome?.$case).to.equal('mfaRequired')
    expect(outcome?.value).to.have.all.keys('ticket', 'methods', 'smsPhoneHint', 'backupCodes')
    expect(outcome?.value).to.deep.include({ methods: [AuthenticatorType.TOTP], smsPhoneHint: undefined })
    expect(own.stack.sessions.created).to.have.length(before)
    expect(await lastSignIn()).to.deep.equal([
      'failed',
      { method: 'password', reason: 'second_factor_required' },
    ])
  })

  it('requires the code on a known device too', async () => {
    const { signedIn } = await complete(await ticket(), codeOf(secret))
    const { deviceToken } = signedIn ?? {}
    expect(deviceToken).to.be.a('string')
    const { outcome } = await own.stack.auth.login({ client, email: own.email, password, deviceToken })
    expect(outcome?.$case).to.equal('mfaRequired')
  })

  it('rejects a wrong password before a ticket is issued', async () => {
    const error = await rejected(
      own.stack.auth.login({ client, email: own.email, password: 'wrong password' }),
    )
    expect(error.fields.map(({ path }) => path)).to.deep.equal(['email', 'password'])
  })

  it('rejects wrong codes and codes two periods away', async () => {
    const pending = await ticket()
    for (const code of [codeOf(secret, -2), codeOf(secret, 2), 'aaaaa-aaaaa'])
      expect(await rejection(pending, code), code).to.deep.equal(wrong)
    expect(await lastSignIn()).to.deep.equal([
      'failed',
      { method: 'password', factor: 'totp', reason: 'second_factor' },
    ])
    own.stack.clock.advance(stepMs)
    await complete(pending, codeOf(secret))
  })

  it('rejects a used code, and an older one after a newer one, without an end of the ticket or a mail', async () => {
    const [older, used] = [codeOf(secret), codeOf(secret, 1)]
    await complete(await ticket(), used)
    const pending = await ticket()
    for (const code of [used, older, used, older, used, older, used])
      expect(await rejection(pending, code)).to.deep.equal(usedCode)
    expect(await lastSignIn()).to.deep.equal([
      'failed',
      { method: 'password', factor: 'totp', reason: 'code_used' },
    ])
    own.stack.clock.advance(2 * stepMs)
    await complete(pending, codeOf(secret))
    const warnings = { accountId: own.id, kind: 'second_factor_failures' } as const
    expect(await own.stack.mails.countDocuments(warnings)).to.equal(0)
  })

  it('rejects the code of another account', async () => {
    const foreign = codeOf(secret)
    own.email = 'other@gatehouse.test'
    own.id = await own.stack.register({ email: own.email, password })
    await enable()
    expect(await rejection(await ticket(), foreign)).to.deep.equal(wrong)
  })

  it('rejects a ticket after five minutes', async () => {
    const pending = await ticket()
    own.stack.clock.advance(5 * minute)
    expect(await rejection(pending, codeOf(secret))).to.deep.equal(dead)
  })

  it('rejects a used ticket', async () => {
    const pending = await ticket()
    await complete(pending, codeOf(secret))
    own.stack.clock.advance(stepMs)
    expect(await rejection(pending, codeOf(secret))).to.deep.equal(dead)
  })

  it('rejects a ticket after a change of the password', async () => {
    const pending = await ticket()
    await own.stack.admin.setPassword({ id: own.id, password: 'amber-lantern-1843' })
    expect(await rejection(pending, codeOf(secret))).to.deep.equal(dead)
  })

  it('rejects the ticket of a suspended or erased account', async () => {
    const pending = await ticket()
    await own.stack.admin.disableAccount({ id: own.id })
    expect(await rejection(pending, codeOf(secret))).to.deep.equal(['ACCOUNT_SUSPENDED_PERMANENTLY'])
    await own.stack.admin.deleteAccount({ id: own.id })
    expect(await rejection(pending, codeOf(secret))).to.deep.equal(dead)
  })

  it('rejects a code after TOTP was removed', async () => {
    const pending = await ticket()
    await own.stack.admin.resetSecondFactors({ id: own.id })
    expect(await rejection(pending, codeOf(secret))).to.deep.equal(['code:TOTP_NOT_ENABLED'])
  })

  it('rejects every code of a ticket after five wrong ones', async () => {
    const pending = await ticket()
    for (let i = 0; i < 5; i++) expect(await rejection(pending, '000000')).to.deep.equal(wrong)
    expect(await rejection(pending, codeOf(secret))).to.deep.equal(dead)
    await complete(await ticket(), codeOf(secret))
  })

  it('creates a session that is proved with both factors', async () => {
    const { signedIn } = await complete(await ticket(), ` ${codeOf(secret).replace(/^.../, '$& ')}`)
    expect(signedIn).to.deep.include({ accountId: own.id })
    expect(signedIn?.deviceToken).to.be.a('string')
    expect(own.stack.sessions.created.at(-1)).to.deep.include({
      accountId: own.id,
      proofMethods: [ProofMethod.PASSWORD, ProofMethod.TOTP],
    })
    expect(await lastSignIn()).to.deep.equal(['ok', { method: 'password', factor: 'totp' }])
  })

  it('accepts one of fifty concurrent requests with one code', async () => {
    const tickets = await Promise.all(Array.from({ length: 5 }, ticket))
    const calls = Array.from({ length: 50 }, (_, i) => complete(tickets[i % 5] ?? '', codeOf(secret)))
    expect(await successesOf(calls)).to.equal(1)
  })

  it('creates one session and uses one code for concurrent requests with one ticket', async () => {
    const pending = await ticket()
    const before = own.stack.sessions.created.length
    const codes = backupCodes.slice(0, 4)
    expect(await successesOf(codes.map((code) => complete(pending, code)))).to.equal(1)
    expect(own.stack.sessions.created).to.have.length(before + 1)
    const stored = (await own.stack.accounts.findOne({ _id: own.id }))?.factors?.backupCodes ?? []
    expect(stored.filter(({ usedAt }) => usedAt)).to.have.length(1)
  })

  it('accepts each backup code once, also for fifty concurrent requests', async () => {
    const [code = ''] = backupCodes
    const tickets = await Promise.all(Array.from({ length: 10 }, ticket))
    const calls = Array.from({ length: 50 }, (_, i) => complete(tickets[i % 10] ?? '', code))
    expect(await successesOf(calls)).to.equal(1)
    const pending = await ticket()
    for (let i = 0; i < 6; i += 1) expect(await rejection(pending, code)).to.deep.equal(usedCode)
    expect(own.stack.sessions.created.at(-1)?.proofMethods).to.deep.equal([
      ProofMethod.PASSWORD,
      ProofMethod.BACKUP_CODE,
    ])
  })

  it('accepts a backup code in upper case and without the dash', async () => {
    await complete(await ticket(), backupCodes[3]?.replace('-', '').toUpperCase() ?? '')
    const { backupCodes: listed } = await own.stack.auth.listBackupCodes({
      ...proved(),
      actor: { ...actor(own.id, own.stack.clock.now()), provedWithSecondFactor: true },
    })
    expect(listed.filter(({ consumed }) => consumed)).to.have.length(1)
  })

  it('joins the guild of the invite that the first step named', async () => {
    const { outcome } = await own.stack.auth.login({
      client,
      email: own.email,
      password,
      inviteCode: 'welcome',
    })
    if (outcome?.$case !== 'mfaRequired') throw new Error('Expected a second step.')
    const before = own.stack.guilds.redeemed.length
    await complete(outcome.value.ticket, codeOf(secret))
    expect(own.stack.guilds.redeemed).to.have.length(before + 1)
  })

  it('reopens a closed account only after the second step', async () => {
    await own.stack.auth.disableMe({
      actor: { ...actor(own.id, own.stack.clock.now()), provedWithSecondFactor: true },
      client,
    })
    const pending = await ticket()
    expect((await own.stack.accounts.findOne({ _id: own.id }))?.closedAt).to.be.instanceOf(Date)
    await complete(pending, codeOf(secret))
    expect((await own.stack.accounts.findOne({ _id: own.id }))?.closedAt).to.equal(undefined)
  })

  it('stores neither the ticket nor the code in clear text', async () => {
    const pending = await ticket()
    const code = codeOf(secret)
    await complete(pending, code)
    expect(own.stack.logged.text()).to.not.contain(pending.split('.')[1]).and.not.contain(`"${code}"`)
  })
})
