import { ProofMethod } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { actor, client, password, problems, signedInOf } from './auth-harness.ts'
import { useMails } from './mail-harness.ts'
import { hour } from './own-account.ts'
import { tokenIn } from './token-in.ts'

const invalidToken = ['token:INVALID_OR_EXPIRED_RESET_TOKEN']
const newPassword = 'another one, kz7!'

describe('resetting a password', () => {
  const { own, received, arrived, proved } = useMails({
    GATEHOUSE_APP_URL: 'https://app.example',
    GATEHOUSE_IP_AUTHORIZATION: '0',
  })
  beforeEach(() => own.stack.clock.advance(1))

  const forgot = (email = own.email) => own.stack.auth.requestPasswordReset({ client, email })
  const reset = (token: string, word = newPassword) =>
    own.stack.auth.resetPassword({ client, token, password: word })
  const login = (word: string) => own.stack.auth.login({ client, email: own.email, password: word })
  const rejection = async (token: string, word?: string) => problems(await rejected(reset(token, word)))
  const drained = () =>
    until(async () => {
      expect(await own.stack.mails.countDocuments({ state: 'pending' })).to.equal(0)
    })
  /** The retry is due a time after the failure: the clock may move only then. */
  const attemptFailed = () =>
    until(async () => {
      expect(await own.stack.mails.countDocuments({ failure: 'CONN ECONNREFUSED' })).to.equal(1)
    })
  /** Requests a reset and returns the token in the mail. */
  const mailedToken = async () => {
    const before = received().length
    await forgot()
    const mails = await arrived(before + 1)
    return tokenIn(mails.at(-1))
  }

  describe('Auth.RequestPasswordReset', () => {
    it('rejects an invalid email address', async () => {
      for (const email of ['', 'ann', 'ann@', 'a"b@gatehouse.test'])
        expect(problems(await rejected(forgot(email)))[0], email).to.match(/^email:/)
    })

    it('answers alike for an unknown address, and sends it no mail', async () => {
      expect(await forgot('nobody@gatehouse.test')).to.deep.equal(await forgot())
      await arrived()
      await drained()
      expect(own.smtp.mails.flatMap(({ recipients }) => recipients)).to.not.include('nobody@gatehouse.test')
      expect(await own.stack.mails.countDocuments({ kind: 'password_reset' })).to.equal(
        await own.stack.mails.countDocuments({ kind: 'password_reset', state: 'sent' }),
      )
    })

    it('stores the same, and reads no account, with and without an account', async () => {
      const inserts = own.stack.mails.watch([{ $match: { operationType: 'insert' } }])
      // Opens it.
      await inserts.tryNext()
      await forgot()
      await forgot('nobody@gatehouse.test')
      for (const _ of ['known', 'unknown']) {
        const inserted = await inserts.next()
        expect(inserted).to.have.nested.include({ 'fullDocument.accountId': '' })
      }
      await inserts.close()
      await drained()
    })

    it('mails a link of the web app in any letter case of the address', async () => {
      await forgot(own.email.toUpperCase())
      const [mail] = await arrived()
      expect(mail?.subject).to.equal('Reset your password')
      expect(mail?.text)
        .to.contain(`https://app.example/reset#token=${tokenIn(mail)}`)
        .and.to.contain(own.username)
      const stored = JSON.stringify(await own.stack.accounts.findOne({ _id: own.id }))
      expect(stored).to.not.contain(tokenIn(mail))
    })
  })

  describe('Auth.ResetPassword', () => {
    it('rejects unknown tokens of any length alike', async () => {
      for (const token of ['', 'x', 'x'.repeat(43), 'x'.repeat(257)])
        expect(await rejection(token), token).to.deep.equal(invalidToken)
    })

    it('changes the password, ends all sessions, signs in and mails the owner', async () => {
      const token = await mailedToken()
      expect(signedInOf(await reset(token)).accountId).to.equal(own.id)
      expect(own.stack.sessions.revokedAll.at(-1)).to.include({ accountId: own.id, exceptIdHash: undefined })
      expect(own.stack.sessions.created.at(-1)).to.deep.include({
        accountId: own.id,
        proofMethods: [ProofMethod.PASSWORD],
      })
      expect(await rejection(token)).to.deep.equal(invalidToken)
      expect(problems(await rejected(login(password)))).to.have.length(2)
      await login(newPassword)
      const subjects = (await arrived(3)).map(({ subject }) => subject)
      expect(subjects).to.include('Your password was changed')
      const { account } = await own.stack.auth.getMe({ actor: actor(own.id) })
      expect(account?.verified, 'the token proves the mailbox').to.equal(true)
      const event = await own.stack.audit.findOne({ accountId: own.id, type: 'account.password_change' })
      expect(event?.detail).to.deep.equal({ by: 'reset' })
      expect(own.stack.logged.text()).to.not.contain(token)
    })

    it('forgets known devices and client addresses', async () => {
      const known = await login(password)
      await reset(await mailedToken())
      await own.stack.auth.login({
        client,
        email: own.email,
        password: newPassword,
        deviceToken: signedInOf(known).deviceToken,
      })
      const subjects = (await arrived(3)).map(({ subject }) => subject)
      expect(subjects).to.include('New sign-in to your account')
    })

    it('leaves the token valid if the password is rejected', async () => {
      const token = await mailedToken()
      for (const word of ['short', 'password', own.email])
        expect((await rejection(token, word))[0], word).to.match(/^password:/)
      await reset(token)
    })

    it('rejects a token after an hour, after a newer one, and after a change of the password', async () => {
      const older = await mailedToken()
      own.stack.clock.advance(1)
      const newer = await mailedToken()
      expect(await rejection(older)).to.deep.equal(invalidToken)
      own.stack.clock.advance(hour)
      expect(await rejection(newer)).to.deep.equal(invalidToken)
      await own.stack.accounts.updateOne({ _id: own.id }, { $set: { verified: true } })
      const third = await mailedToken()
      await own.stack.updateMe({ ...proved(), password, newPassword })
      expect(await rejection(third)).to.deep.equal(invalidToken)
    })

    it('accepts a token after a change of the password of an account whose address nobody proved', async () => {
      const token = await mailedToken()
      await own.stack.updateMe({ ...proved(), password, newPassword: 'the words of a thief, kz7!' })
      signedInOf(await reset(token))
    })

    it('does not make a used token valid when its mail is sent again', async () => {
      await own.smtp.close()
      await forgot()
      await attemptFailed()
      // Between attempts, because a copy with a lease would not be sent while the clock stands still.
      const mail = await until(async () => {
        const found = await own.stack.mails.findOne({ state: 'pending', owner: { $exists: false } })
        if (!found) throw new Error('The attempt has not ended yet.')
        return found
      })
      await own.smtp.reopen()
      own.stack.clock.advance(60_000)
      const token = tokenIn((await arrived())[0])
      await drained()
      await reset(token)
      await own.stack.mails.deleteOne({ _id: mail._id })
      await own.stack.mails.insertOne(mail)
      await until(async () => {
        expect(await own.stack.mails.findOne({ _id: mail._id })).to.equal(null)
      })
      expect(await rejection(token)).to.deep.equal(invalidToken)
    })

    it('accepts a token once for concurrent requests at two replicas', async () => {
      const token = await mailedToken()
      const other = await own.stack.replica()
      const outcomes = await Promise.allSettled(
        Array.from({ length: 10 }, (_, i) =>
          (i % 2 === 0 ? own.stack : other).auth.resetPassword({ client, token, password: newPassword }),
        ),
      )
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(1)
      await other.close()
    })

    it('reopens a closed account, with a token that was mailed since', async () => {
      const older = await mailedToken()
      await own.stack.auth.disableMe(proved())
      expect(await rejection(older)).to.deep.equal(invalidToken)
      own.stack.clock.advance(1)
      await drained()
      await reset(await mailedToken())
      expect((await own.stack.auth.getMe({ actor: actor(own.id) })).account?.user?.id).to.equal(own.id)
    })
  })
})

describe('resetting a locked password', () => {
  const limits = { 'auth:register:address': { limit: 1000, window_seconds: 1 } }
  const { own, arrived } = useMails({
    GATEHOUSE_LIMITS_SCALE: '1',
    GATEHOUSE_IP_AUTHORIZATION: '0',
    GATEHOUSE_INNER_LIMITS: JSON.stringify({
      ...limits,
      'auth:password:address': { limit: 1000, window_seconds: 1 },
      'auth:password:address:hourly': { limit: 1000, window_seconds: 1 },
    }),
  })

  it('unlocks it, and sends at most five mails an hour', async () => {
    const stranger = { ...client, address: '203.0.113.77' }
    const guess = () =>
      rejected(own.stack.auth.login({ client: stranger, email: own.email, password: 'wrong one' }))
    for (let i = 0; i < 100; i++) {
      own.stack.clock.advance(hour)
      await guess()
    }
    expect((await guess()).code).to.equal('PASSWORD_LOGIN_DISABLED')
    for (let i = 0; i < 6; i++) {
      own.stack.clock.advance(1)
      await own.stack.auth.requestPasswordReset({ client, email: own.email })
    }
    await until(async () => {
      expect(await own.stack.mails.countDocuments({ state: 'pending' })).to.equal(0)
    })
    const text = await (await fetch(`http://${own.stack.ops}/metrics`)).text()
    expect(text).to.contain('gatehouse_mails_capped_total{kind="password_reset"} 1')
    const tokens = (await arrived()).map(tokenIn)
    const outcomes = await Promise.allSettled(
      tokens.map((token) => own.stack.auth.resetPassword({ client, token, password: newPassword })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(1)
    await own.stack.auth.login({ client: stranger, email: own.email, password: newPassword })
  })
})
