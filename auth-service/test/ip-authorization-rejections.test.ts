import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { client, password, problems } from './auth-harness.ts'
import { minute } from './own-account.ts'
import { tokenIn } from './token-in.ts'
import { rejectedTicket, rejectedToken, useWaitingSignIns } from './waiting-sign-ins.ts'

const second = 1000
const newPassword = 'another one, kz7!'

describe('Auth.AuthorizeIp', () => {
  const { own, arrived, proved, signIn, wait, authorize, authorizeRejection, poll, pollRejection } =
    useWaitingSignIns()
  beforeEach(() => own.stack.clock.advance(1))
  afterEach(() => {
    own.stack.sessions.beforeCreate = async () => {}
  })

  it('rejects unknown tokens of any length alike, and tickets', async () => {
    const { ticket } = await wait()
    for (const token of ['', 'x', ticket, 'x'.repeat(300)])
      expect(await authorizeRejection(token), token).to.deep.equal(rejectedToken)
    expect(await poll(ticket)).to.equal(undefined)
  })

  it('rejects a token that was used', async () => {
    const { token } = await wait()
    await authorize(token)
    expect(await authorizeRejection(token)).to.deep.equal(rejectedToken)
  })

  it('rejects token and ticket after 15 minutes', async () => {
    const { ticket, token } = await wait()
    own.stack.clock.advance(15 * minute - 1)
    expect(await poll(ticket)).to.equal(undefined)
    own.stack.clock.advance(1)
    expect(await authorizeRejection(token)).to.deep.equal(rejectedToken)
    expect(await pollRejection(ticket)).to.deep.equal(rejectedTicket)
  })

  it('rejects them after the password changed, was reset, or was set by an operator', async () => {
    const changes = [
      () => own.stack.updateMe({ ...proved(), password, newPassword }),
      () => own.stack.admin.setPassword({ id: own.id, password: `${newPassword}!` }),
    ]
    const { ticket, token } = await wait()
    for (const change of changes) {
      own.stack.clock.advance(1)
      await change()
      expect(await authorizeRejection(token)).to.deep.equal(rejectedToken)
      expect(await pollRejection(ticket)).to.deep.equal(rejectedTicket)
    }
  })

  it('rejects them after the email address changed', async () => {
    const { ticket, token } = await wait()
    await own.stack.accounts.updateOne({ _id: own.id }, { $set: { email: 'b@c.test', emailKey: 'b@c.test' } })
    expect(await authorizeRejection(token)).to.deep.equal(rejectedToken)
    expect(await pollRejection(ticket)).to.deep.equal(rejectedTicket)
  })

  it('rejects them after the account got a second factor', async () => {
    const { ticket, token } = await wait()
    const totp = { sealedSecret: '', lastStep: 0, enabledAt: new Date(own.stack.clock.now()) }
    await own.stack.accounts.updateOne({ _id: own.id }, { $set: { 'factors.totp': totp } })
    expect(await authorizeRejection(token)).to.deep.equal(rejectedToken)
    expect(await pollRejection(ticket)).to.deep.equal(rejectedTicket)
  })

  it('rejects them while the account is suspended, and after it was closed or erased', async () => {
    const { ticket, token } = await wait()
    const expectRejection = async () => {
      expect(await authorizeRejection(token)).to.deep.equal(rejectedToken)
      expect(await pollRejection(ticket)).to.deep.equal(rejectedTicket)
    }
    await own.stack.admin.disableAccount({ id: own.id })
    await expectRejection()
    await own.stack.admin.enableAccount({ id: own.id })
    await own.stack.auth.disableMe(proved())
    await expectRejection()
    await own.stack.admin.deleteAccount({ id: own.id })
    await expectRejection()
    for (const collection of [own.stack.ipAuthorizations, own.stack.authorizedAddresses])
      expect(await collection.countDocuments({ accountId: own.id })).to.equal(0)
  })

  it('rejects a sign-in whose account is suspended while its session is created, and ends the session', async () => {
    const { ticket, token } = await wait()
    own.stack.sessions.beforeCreate = async () => {
      await own.stack.admin.disableAccount({ id: own.id })
    }
    const revoked = own.stack.sessions.revokedTokens.length
    await authorize(token)
    expect((await rejected(poll(ticket))).code).to.equal('ACCOUNT_SUSPENDED_PERMANENTLY')
    expect(own.stack.sessions.revokedTokens).to.have.length(revoked + 1)
  })

  it('can be fetched later if no session can be created', async () => {
    const { ticket, token } = await wait()
    await authorize(token)
    own.stack.sessions.beforeCreate = async () => {
      throw new ServiceError('SERVICE_UNAVAILABLE')
    }
    expect((await rejected(poll(ticket))).code).to.equal('SERVICE_UNAVAILABLE')
    own.stack.sessions.beforeCreate = async () => {}
    expect((await poll(ticket))?.accountId).to.equal(own.id)
  })

  it('accepts a token once for fifty concurrent requests at two replicas', async () => {
    const { ticket, token } = await wait()
    const other = await own.stack.replica()
    const created = own.stack.sessions.created.length
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) =>
        (i % 2 === 0 ? own.stack : other).auth.authorizeIp({ client, token }),
      ),
    )
    await other.close()
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(1)
    expect((await poll(ticket))?.accountId).to.equal(own.id)
    expect(own.stack.sessions.created).to.have.length(created + 1)
  })

  it('forgets the addresses at a reset, and keeps them at a change of the password', async () => {
    await own.stack.updateMe({ ...proved(), password, newPassword })
    await own.stack.auth.login({ client, email: own.email, password: newPassword })
    own.stack.clock.advance(1)
    await own.stack.auth.requestPasswordReset({ client, email: own.email })
    const token = tokenIn((await arrived(2)).find(({ text }) => text?.includes('/reset#')))
    await own.stack.auth.resetPassword({ client, token, password })
    expect((await rejected(signIn(client))).code).to.equal('IP_AUTHORIZATION_REQUIRED')
  })
})

describe('Auth.GetIpAuthorization', () => {
  const { own, wait, authorize } = useWaitingSignIns()
  const describeSignIn = (token: string) => own.stack.auth.getIpAuthorization({ token })

  it('rejects tokens that are unknown or used, and tickets', async () => {
    const { ticket, token } = await wait()
    await authorize(token)
    for (const each of ['', 'x', ticket, token])
      expect(problems(await rejected(describeSignIn(each)))).to.deep.equal(rejectedToken)
  })

  it('returns the sign-in that waits and leaves the token valid', async () => {
    const { ticket, token } = await wait()
    const { email, address, clientInfo, createdAt, expiresAt } = await describeSignIn(token)
    expect(email).to.equal(own.email)
    expect(address).to.equal('203.0.113.9')
    expect([clientInfo?.browser, clientInfo?.os]).to.deep.equal(['Firefox', 'Linux'])
    expect(Number(expiresAt) - Number(createdAt)).to.equal(15 * minute)
    expect(ticket).to.not.equal(token)
    await authorize(token)
  })
})

describe('Auth.ResendIpAuthorization', () => {
  const { own, newest, wait, authorize, authorizeRejection, poll, resend, resendRejection } =
    useWaitingSignIns()

  it('rejects tickets that are empty, unknown, too long, expired or completed', async () => {
    const { ticket, token } = await wait()
    for (const each of ['', 'x', token, 'x'.repeat(300)])
      expect(problems(await resendRejection(each)), each).to.deep.equal(rejectedTicket)
    await authorize(token)
    expect(problems(await resendRejection(ticket))).to.deep.equal(rejectedTicket)
    const expired = await wait({ ...client, address: '198.51.100.77' })
    own.stack.clock.advance(15 * minute)
    expect(problems(await resendRejection(expired.ticket))).to.deep.equal(rejectedTicket)
  })

  it('rejects a resend within 30 seconds', async () => {
    const { ticket } = await wait()
    own.stack.clock.advance(10.5 * second)
    const { code, data } = await resendRejection(ticket)
    expect(code).to.equal('IP_AUTHORIZATION_RESEND_COOLDOWN')
    expect(data).to.deep.equal({ resend_available_in: 20, retry_after: 20 })
  })

  it('mails a new token once, which replaces the one before and expires with the ticket', async () => {
    const { ticket, token } = await wait()
    own.stack.clock.advance(30 * second)
    await resend(ticket)
    const newer = tokenIn(await newest(2))
    expect(await authorizeRejection(token)).to.deep.equal(rejectedToken)
    const { code, data } = await resendRejection(ticket)
    expect(code).to.equal('IP_AUTHORIZATION_RESEND_LIMIT_EXCEEDED')
    expect(data).to.deep.equal({ retry_after: 14.5 * 60 })
    await authorize(newer)
    expect((await poll(ticket))?.accountId).to.equal(own.id)
  })

  it('mails once for concurrent requests', async () => {
    const { ticket } = await wait()
    own.stack.clock.advance(30 * second)
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => resend(ticket)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(1)
    expect(await own.stack.mails.countDocuments({ accountId: own.id, kind: 'ip_authorization' })).to.equal(2)
  })
})
