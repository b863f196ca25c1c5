import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { client, openAuthHarness, password, problems, signedInOf } from './auth-harness.ts'
import { tokenOf } from './fake-upstreams.ts'
import { day, minute } from './own-account.ts'
import { tokenIn } from './token-in.ts'
import { elsewhere, rejectedTicket, rejectedToken, useWaitingSignIns } from './waiting-sign-ins.ts'

const at = (address: string) => ({ ...client, address })

describe('a sign-in from an address that is not authorized', () => {
  const { own, arrived, proved, signIn, wait, authorize, authorizeRejection, poll, pollRejection } =
    useWaitingSignIns()
  beforeEach(() => own.stack.clock.advance(1))
  afterEach(() => {
    own.stack.sessions.beforeCreate = async () => {}
  })
  const codeAt = async (address: string) => (await rejected(signIn(at(address)))).code

  it('is rejected with a ticket and creates no session', async () => {
    const created = own.stack.sessions.created.length
    const { error, ticket, number } = await wait()
    expect(number).to.match(/^[1-9]\d$/)
    expect(error.code).to.equal('IP_AUTHORIZATION_REQUIRED')
    expect(error.data).to.deep.equal({
      ip_authorization_required: true,
      ticket,
      email: own.email,
      resend_available_in: 30,
      number,
    })
    expect(ticket).to.match(/^[\w-]{43}$/)
    expect(own.stack.sessions.created).to.have.length(created)
    expect(await poll(ticket)).to.equal(undefined)
  })

  it('mails a link that names time, device and address', async () => {
    const { mail, token, ticket } = await wait()
    expect(mail?.subject).to.equal('Confirm a sign-in from a new location')
    expect(mail?.text)
      .to.contain(`https://app.example/authorize-ip#token=${token}`)
      .and.to.contain('Device: Firefox, Linux')
      .and.to.contain('IP address: 203.0.113.9')
      .and.to.not.contain(ticket)
  })

  it('stores and logs neither ticket nor token', async () => {
    const { ticket, token } = await wait()
    const stored = JSON.stringify(await own.stack.ipAuthorizations.find({}).toArray())
    for (const secret of [ticket, token]) {
      expect(stored).to.not.contain(secret)
      expect(own.stack.logged.text()).to.not.contain(secret)
    }
    await authorize(token)
    await poll(ticket)
    const completed = JSON.stringify(await own.stack.ipAuthorizations.find({}).toArray())
    expect(completed).to.not.contain(tokenOf(own.id))
  })

  it('answers a wrong password like one from an authorized address', async () => {
    const login = (from: typeof client) =>
      rejected(own.stack.auth.login({ client: from, email: own.email, password: 'not the password' }))
    const [near, far] = [await login(client), await login(elsewhere)]
    expect([far.code, far.data, far.fields]).to.deep.equal([near.code, near.data, near.fields])
    expect(await own.stack.ipAuthorizations.countDocuments({ accountId: own.id })).to.equal(0)
  })

  it('reveals a suspension instead', async () => {
    await own.stack.admin.disableAccount({ id: own.id })
    expect((await rejected(signIn())).code).to.equal('ACCOUNT_SUSPENDED_PERMANENTLY')
  })

  it('does not wait from the address of the registration, an IPv6 /64 counting as one', async () => {
    await signIn(client)
    const { ticket, token } = await wait(at('2001:db8:7:7::1'))
    await authorize(token)
    expect((await poll(ticket, at('2001:db8:7:7::2')))?.accountId).to.equal(own.id)
    await signIn(at('2001:db8:7:7:ffff::9'))
    expect(await codeAt('2001:db8:7:8::1')).to.equal('IP_AUTHORIZATION_REQUIRED')
  })

  it('waits again 90 days after the last sign-in from the address', async () => {
    own.stack.clock.advance(89 * day)
    await signIn(client)
    own.stack.clock.advance(89 * day)
    await signIn(client)
    own.stack.clock.advance(90 * day)
    expect(await codeAt(client.address)).to.equal('IP_AUTHORIZATION_REQUIRED')
  })

  it('renews its address once a day', async () => {
    const expiry = async () => {
      const [found] = await own.stack.authorizedAddresses.find({ accountId: own.id }).toArray()
      return Number(found?.expiresAt) - own.stack.clock.now()
    }
    await signIn(client)
    own.stack.clock.advance(day - 2)
    await signIn(client)
    expect(await expiry()).to.equal(89 * day + 1)
    own.stack.clock.advance(1)
    await signIn(client)
    expect(await expiry()).to.equal(90 * day)
  })

  it('waits at each address on its own', async () => {
    const [here, there] = [await wait(at('198.51.100.1')), await wait(at('198.51.100.2'))]
    await authorize(here.token)
    expect(await poll(there.ticket, at('198.51.100.2'))).to.equal(undefined)
    expect(await codeAt('198.51.100.1')).to.equal('IP_AUTHORIZATION_REQUIRED')
  })

  it('ends the one before of the same address and browser', async () => {
    const [older, newer] = [await wait(), await wait()]
    expect(await authorizeRejection(older.token)).to.deep.equal(rejectedToken)
    expect(await pollRejection(older.ticket)).to.deep.equal(rejectedTicket)
    await authorize(newer.token)
    expect((await poll(newer.ticket))?.accountId).to.equal(own.id)
  })

  it('stores the device cookie of its client encrypted', async () => {
    const first = await wait()
    await authorize(first.token)
    const deviceToken = (await poll(first.ticket))?.deviceToken ?? ''
    const { token, ticket } = await wait(at('198.51.100.3'), { deviceToken })
    const stored = await own.stack.ipAuthorizations.find({ accountId: own.id }).toArray()
    expect(JSON.stringify(stored)).to.contain('198.51.100.3').and.not.contain(deviceToken)
    await authorize(token)
    expect((await poll(ticket, at('198.51.100.3')))?.accountId).to.equal(own.id)
  })

  it('creates the session when it is fetched, for a minute, without a step-up proof', async () => {
    const { ticket, token } = await wait(elsewhere, { inviteCode: 'welcome' })
    const before = own.stack.sessions.created.length
    await authorize(token, at('192.0.2.200'))
    own.stack.clock.advance(14 * minute)
    expect(own.stack.sessions.created).to.have.length(before)
    const session = await poll(ticket)
    expect([session?.token, session?.accountId]).to.deep.equal([tokenOf(own.id), own.id])
    expect(session?.deviceToken).to.match(/^v1\./)
    const created = own.stack.sessions.created.at(-1)
    expect([created?.client?.address, created?.client?.userAgent, created?.proofMethods]).to.deep.equal([
      elsewhere.address,
      elsewhere.userAgent,
      [],
    ])
    expect(own.stack.guilds.redeemed.at(-1)).to.deep.include({ code: 'welcome', userId: own.id })
    own.stack.clock.advance(minute - 1)
    expect((await poll(ticket))?.token).to.equal(session?.token)
    own.stack.clock.advance(1)
    expect(await pollRejection(ticket)).to.deep.equal(rejectedTicket)
    await signIn()
  })

  it('sends no notice of a new device after the owner authorized it', async () => {
    const { token, ticket } = await wait()
    await authorize(token)
    await poll(ticket)
    await own.stack.admin.disableAccount({ id: own.id })
    const subjects = (await arrived(2)).map(({ subject }) => subject)
    expect(subjects).to.not.include('New sign-in to your account')
  })

  it('writes audit records of waiting, authorization and sign-in', async () => {
    const { token, ticket } = await wait()
    await authorize(token)
    await poll(ticket)
    const records = await own.stack.audit.find({ accountId: own.id }).sort({ _id: 1 }).toArray()
    const shown = records.map(({ type, outcome, detail }) => [type, outcome, detail])
    expect(shown.slice(-3)).to.deep.equal([
      ['account.sign_in', 'failed', { method: 'password', reason: 'ip_authorization' }],
      ['account.ip_authorization', 'ok', {}],
      ['account.sign_in', 'ok', { method: 'ip_authorization' }],
    ])
    const metrics = await (await fetch(`http://${own.stack.ops}/metrics`)).text()
    expect(metrics).to.match(/gatehouse_ip_authorizations_total\{step="authorized"\} \d/)
  })

  it('reopens an account that its owner closed only after the authorization', async () => {
    await own.stack.auth.disableMe(proved())
    const { ticket, token } = await wait()
    expect(await own.stack.accounts.findOne({ _id: own.id })).to.have.property('closedAt')
    await authorize(token)
    expect((await poll(ticket))?.accountId).to.equal(own.id)
    expect(await own.stack.accounts.findOne({ _id: own.id })).to.not.have.property('closedAt')
  })
})

describe('the limit of mails', () => {
  const { own, signIn, wait, authorize, poll, resend, newest } = useWaitingSignIns({
    GATEHOUSE_LIMITS_SCALE: '1',
  })

  it('does not count what the owner confirmed, sent again or not', async () => {
    let mails = 0
    for (let host = 1; host <= 8; host++) {
      const { ticket, token } = await wait(at(`198.51.100.${host}`))
      mails += 1
      const isResent = host % 2 === 0
      if (isResent) {
        own.stack.clock.advance(30_000)
        await resend(ticket)
        mails += 1
      }
      await authorize(isResent ? tokenIn(await newest(mails)) : token)
      expect((await poll(ticket, at(`198.51.100.${host}`)))?.accountId).to.equal(own.id)
    }
    for (let host = 1; host <= 5; host++) await wait(at(`198.51.101.${host}`))
    expect((await rejected(signIn())).code).to.equal('RATE_LIMITED')
  })

  it('is apart for a known device, whose cookie proves it', async () => {
    const { deviceToken } = signedInOf(await signIn(client))
    for (let host = 1; host <= 5; host++) await wait(at(`198.51.101.${host}`))
    expect((await rejected(signIn())).code).to.equal('RATE_LIMITED')
    expect((await rejected(signIn(elsewhere, { deviceToken: 'v1.forged' }))).code).to.equal('RATE_LIMITED')
    for (let host = 1; host <= 5; host++)
      await wait(at(`198.51.102.${host}`), { deviceToken: deviceToken ?? '' })
    expect((await rejected(signIn(elsewhere, { deviceToken: deviceToken ?? '' }))).code).to.equal(
      'RATE_LIMITED',
    )
  })

  it('rejects sign-ins that would wait for a mail, and leaves the token of the last one valid', async () => {
    let last = await wait()
    for (let count = 1; count < 5; count++) last = await wait()
    const { code, data } = await rejected(signIn())
    expect(code).to.equal('RATE_LIMITED')
    expect(data.retry_after).to.be.within(3500, 3600)
    await authorize(last.token)
    expect((await poll(last.ticket))?.accountId).to.equal(own.id)
    await signIn()
  })
})

describe('sign-ins while IP authorization is off', () => {
  it('do not wait if mail is off, and make their addresses known for later', async () => {
    const stack = await openAuthHarness()
    const email = 'ann@gatehouse.test'
    const id = await stack.register({ email, password })
    await stack.auth.login({ client: elsewhere, email, password })
    const known = await stack.authorizedAddresses.find({ accountId: id }).toArray()
    expect(known.map(({ _id }) => _id)).to.have.members([`${id} 192.0.2.7`, `${id} 203.0.113.9`])
    await stack.close()
  })

  describe('because of the setting', () => {
    const { own, signIn, arrived } = useWaitingSignIns({ GATEHOUSE_IP_AUTHORIZATION: '0' })

    it('do not wait although mail is on', async () => {
      await signIn()
      await until(async () => expect((await arrived())[0]?.subject).to.equal('New sign-in to your account'))
      expect(
        problems(await rejected(own.stack.auth.pollIpAuthorization({ client, ticket: 'x', peek: false }))),
      ).to.deep.equal(rejectedTicket)
    })
  })

  describe('for known devices', () => {
    const { own, signIn } = useWaitingSignIns({ GATEHOUSE_IP_AUTHORIZATION: 'unknown_device' })

    it('do not wait with the cookie of a device, and wait without one or with that of somebody else', async () => {
      const { deviceToken = '' } = signedInOf(await signIn(client))
      expect(signedInOf(await signIn(elsewhere, { deviceToken })).accountId).to.equal(own.id)
      const another = at('198.51.100.1')
      for (const foreign of [undefined, 'v1.forged', 'x'.repeat(43)])
        expect((await rejected(signIn(another, { ...(foreign && { deviceToken: foreign }) }))).code).to.equal(
          'IP_AUTHORIZATION_REQUIRED',
        )
      const other = own.stack
      await other.register({ email: 'other@gatehouse.test', password, username: 'Other' })
      const login = other.auth.login({
        client: another,
        email: 'other@gatehouse.test',
        password,
        deviceToken,
      })
      expect((await rejected(login)).code).to.equal('IP_AUTHORIZATION_REQUIRED')
    })
  })
})
