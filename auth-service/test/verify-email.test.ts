import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { actor, client, password, problems } from './auth-harness.ts'
import { useMails } from './mail-harness.ts'
import { day } from './own-account.ts'
import { tokenIn } from './token-in.ts'

const invalidToken = ['token:INVALID_OR_EXPIRED_VERIFICATION_TOKEN']

describe('verification of an email address', () => {
  const { own, arrived, stored, proved } = useMails(
    { GATEHOUSE_APP_URL: 'https://app.example/' },
    { keepsVerification: true },
  )
  const verify = (token: string) => own.stack.auth.verifyEmail({ client, token, actor: undefined })
  const request = (id = own.id) => own.stack.auth.requestVerification({ actor: actor(id), client })
  const isVerified = async (id = own.id) =>
    (await own.stack.auth.getMe({ actor: actor(id) })).account?.verified
  const rejection = async (token: string) => problems(await rejected(verify(token)))

  describe('Auth.VerifyEmail', () => {
    it('rejects unknown tokens of any length alike', async () => {
      await arrived()
      for (const token of ['', 'x', 'x'.repeat(43), 'x'.repeat(256), 'x'.repeat(257), '\u0000', '{"$ne":1}'])
        expect(await rejection(token), token).to.deep.equal(invalidToken)
      expect(await isVerified()).to.equal(false)
    })

    it('verifies with the token of the mail at registration, once', async () => {
      const [mail] = await arrived()
      const token = tokenIn(mail)
      expect(mail?.text).to.contain(`https://app.example/verify#token=${token}`)
      expect(Buffer.from(token, 'base64url')).to.have.length(32)
      expect(JSON.stringify(await own.stack.accounts.findOne({ _id: own.id }))).to.not.contain(token)
      await verify(token)
      expect(await isVerified()).to.equal(true)
      expect(await rejection(token)).to.deep.equal(invalidToken)
      const events = await own.stack.audit.find({ accountId: own.id, type: 'account.verification' }).toArray()
      expect(events.map(({ outcome, address }) => [outcome, address])).to.deep.equal([['ok', client.address]])
      expect(own.stack.logged.text()).to.not.contain(token)
    })

    it('rejects a token after 24 hours', async () => {
      const token = tokenIn((await arrived())[0])
      own.stack.clock.advance(day)
      expect(await rejection(token)).to.deep.equal(invalidToken)
    })

    it('rejects a token that a newer one replaced', async () => {
      const older = tokenIn((await arrived())[0])
      await request()
      const newer = (await arrived(2)).map(tokenIn).find((token) => token !== older) ?? ''
      expect(await rejection(older)).to.deep.equal(invalidToken)
      await verify(newer)
    })

    it('accepts a token once for fifty requests at two replicas', async () => {
      const token = tokenIn((await arrived())[0])
      const other = await own.stack.replica()
      const outcomes = await Promise.allSettled(
        Array.from({ length: 50 }, (_, i) =>
          (i % 2 === 0 ? own.stack : other).auth.verifyEmail({ client, token, actor: undefined }),
        ),
      )
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(1)
      expect(
        await own.stack.audit.countDocuments({ accountId: own.id, type: 'account.verification' }),
      ).to.equal(1)
      await other.close()
    })

    it('verifies an address that was added later', async () => {
      const id = await own.stack.register({ username: 'Claimed' })
      expect(await own.stack.mails.countDocuments({ accountId: id })).to.equal(0)
      own.email = 'Claimed@gatehouse.test'
      await own.stack.auth.updateMe({
        actor: actor(id, own.stack.clock.now()),
        client,
        password,
        newPassword: undefined,
        account: { email: own.email },
        updateMask: ['email'],
      })
      await verify(tokenIn((await arrived())[0]))
      expect(await isVerified(id)).to.equal(true)
    })
  })

  describe('Auth.RequestVerification', () => {
    it('does nothing for a verified address and for an account without one', async () => {
      await verify(tokenIn((await arrived())[0]))
      await request()
      expect(await stored()).to.have.length(1)
      const id = await own.stack.register({ username: 'No_address' })
      await request(id)
      expect(await own.stack.mails.countDocuments({ accountId: id })).to.equal(0)
    })

    it('rejects a closed account', async () => {
      await own.stack.auth.disableMe(proved())
      expect((await rejected(request())).code).to.equal('UNAUTHORIZED')
    })
  })
})

describe('limits of verification mails', () => {
  const many = { limit: 1000, window_seconds: 1 }
  const limits = { 'auth:register:address': many, 'auth:register:address:daily': many }
  const { own, arrived, stored } = useMails(
    {
      GATEHOUSE_LIMITS_SCALE: '1',
      GATEHOUSE_INNER_LIMITS: JSON.stringify(limits),
    },
    { keepsVerification: true },
  )
  const request = () => own.stack.auth.requestVerification({ actor: actor(own.id), client })

  it('rejects the fourth request in 15 minutes', async () => {
    for (let i = 0; i < 3; i++) await request()
    const error = await rejected(request())
    expect(error.code).to.equal('RATE_LIMITED')
    expect(error.data).to.have.property('retry_after').that.is.within(1, 300)
    await arrived(4)
  })

  it('sends a hundred mails for one client address in half an hour, and says so beyond', async () => {
    const before = await own.stack.mails.countDocuments({ kind: 'verification' })
    own.stack.clock.advance(31 * 60_000)
    for (let i = 0; i < 100; i++) {
      const username = `Flood_${i}`
      await own.stack.register({ email: `${username}@gatehouse.test`, username })
    }
    expect(await own.stack.mails.countDocuments({ kind: 'verification' })).to.equal(before + 100)
    const ofAccount = (await stored()).length
    const { code, data } = await rejected(request())
    expect(code).to.equal('RATE_LIMITED')
    expect(data.retry_after).to.be.within(60, 30 * 60)
    expect(await stored()).to.have.length(ofAccount)
  })
})
