import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { newSecret } from '@gatehouse/service-kit/tokens/secret-token'
import { expect } from 'chai'
import { client, password, signedInOf } from './auth-harness.ts'
import { idHashOf } from './fake-upstreams.ts'
import { minute } from './own-account.ts'
import { useSessionEvents } from './session-events.ts'
import { elsewhere, rejectedTicket, rejectedToken, useWaitingSignIns } from './waiting-sign-ins.ts'

const { userAgent } = elsewhere
const from = (address: string, agent = userAgent) => ({ ...client, address, userAgent: agent })

describe('a confirmed sign-in', () => {
  const { own, proved, signIn, wait, authorize, authorizeRejection, poll, pollRejection, resendRejection } =
    useWaitingSignIns()
  const publish = useSessionEvents(own)
  beforeEach(() => own.stack.clock.advance(1))
  afterEach(() => {
    own.stack.sessions.ended.clear()
    own.stack.sessions.beforeCreate = async () => {}
  })
  const addressesOf = async () =>
    (await own.stack.authorizedAddresses.find({ accountId: own.id }).toArray()).map(
      ({ _id }) => _id.split(' ')[1],
    )
  const confirmed = async (...given: Parameters<typeof wait>) => {
    const waiting = await wait(...given)
    await authorize(waiting.token)
    return waiting
  }

  describe('is fetched', () => {
    const near: [string, string][] = [
      ['198.51.100.7', '198.51.100.7'],
      ['198.51.100.7', '198.51.100.8'],
      ['198.51.100.7', '198.51.100.255'],
      ['198.51.100.7', '::ffff:198.51.100.9'],
      ['2001:db8:1:2::1', '2001:db8:1:2:ffff::1'],
      ['2001:db8:1:2::1', '2001:db8:1:ffff::1'],
    ]
    for (const [waits, fetches] of near)
      it(`from ${fetches} with the same user agent, if ${waits} waits`, async () => {
        const { ticket } = await confirmed(from(waits))
        expect(await poll(ticket, from(fetches, 'curl'))).to.equal(undefined)
        expect((await poll(ticket, from(fetches)))?.accountId).to.equal(own.id)
      })

    const far: [string, string][] = [
      ['198.51.100.7', '198.51.101.7'],
      ['198.51.100.7', '2001:db8:1:2::1'],
      ['2001:db8:1:2::1', '2001:db8:2:2::1'],
    ]
    for (const [waits, fetches] of far)
      it(`from ${fetches} only with a cookie, if ${waits} waits`, async () => {
        const waiterToken = newSecret()
        const { deviceToken = '' } = signedInOf(await signIn(client))
        for (const cookie of [{ waiterToken }, { deviceToken }]) {
          const { ticket } = await confirmed(from(waits), cookie)
          const others = [{}, { waiterToken: newSecret() }, { waiterToken: '' }, { deviceToken: newSecret() }]
          for (const other of others) expect(await poll(ticket, from(fetches), other)).to.equal(undefined)
          expect((await poll(ticket, from(fetches, 'curl'), cookie))?.accountId).to.equal(own.id)
          await own.stack.auth.forgetAuthorizedIps({ ...proved(), password })
        }
      })

    it('with neither of the cookies in place of the other, nor with that of another account', async () => {
      const waiterToken = newSecret()
      const { deviceToken = '' } = signedInOf(await signIn(client))
      const { ticket } = await confirmed(from('198.51.100.7'), { waiterToken, deviceToken })
      const far = from('203.0.113.77')
      for (const wrong of [{ waiterToken: deviceToken }, { deviceToken: waiterToken }])
        expect(await poll(ticket, far, wrong)).to.equal(undefined)
      await own.stack.register({ email: 'foreign@gatehouse.test', password, username: 'Foreign' })
      const foreign = signedInOf(
        await own.stack.auth.login({ client, email: 'foreign@gatehouse.test', password }),
      )
      expect(await poll(ticket, far, { deviceToken: foreign.deviceToken ?? '' })).to.equal(undefined)
    })

    it('until its ticket expires, however late', async () => {
      const { ticket } = await confirmed()
      own.stack.clock.advance(15 * minute - 2)
      expect((await poll(ticket))?.accountId).to.equal(own.id)
      own.stack.clock.advance(59_000)
      expect((await poll(ticket))?.accountId).to.equal(own.id)
      own.stack.clock.advance(1000)
      expect(await pollRejection(ticket)).to.deep.equal(rejectedTicket)
    })

    it('in one session by twenty polls at once', async () => {
      const { ticket } = await confirmed()
      const created = own.stack.sessions.created.length
      const polls = await Promise.all(Array.from({ length: 20 }, () => poll(ticket)))
      expect(own.stack.sessions.created).to.have.length(created + 1)
      expect(polls.filter(Boolean)).to.have.length.within(1, 20)
      expect((await poll(ticket))?.accountId).to.equal(own.id)
    })

    it('by the client that fetches it, which authorizes its address and the one that waited', async () => {
      const { ticket } = await confirmed(from('198.51.100.7'))
      expect(await addressesOf()).to.have.members([client.address])
      await poll(ticket, from('198.51.100.8'))
      expect(await addressesOf()).to.have.members([client.address, '198.51.100.7', '198.51.100.8'])
      const session = own.stack.sessions.created.at(-1)
      expect(session?.client?.address).to.equal('198.51.100.8')
      const records = await own.stack.audit.find({ accountId: own.id }).sort({ _id: -1 }).toArray()
      expect(records[0]).to.deep.include({ type: 'account.sign_in', address: '198.51.100.8' })
      expect(records.find(({ type }) => type === 'account.ip_authorization')).to.include({
        address: client.address,
      })
    })

    it('not by a request without effects', async () => {
      const { ticket } = await confirmed()
      const created = own.stack.sessions.created.length
      expect(await poll(ticket, elsewhere, { peek: true })).to.equal(undefined)
      expect(own.stack.sessions.created).to.have.length(created)
      expect((await poll(ticket))?.accountId).to.equal(own.id)
      expect(await poll(ticket, elsewhere, { peek: true })).to.equal(undefined)
    })

    it('not while it waits', async () => {
      const waiterToken = newSecret()
      const { ticket } = await wait(elsewhere, { waiterToken })
      expect(await poll(ticket, elsewhere, { waiterToken })).to.equal(undefined)
    })
  })

  it('is not sent again, and its token is used', async () => {
    const { ticket, token } = await confirmed()
    own.stack.clock.advance(31_000)
    expect((await resendRejection(ticket)).code).to.equal('INVALID_FORM_BODY')
    expect(await authorizeRejection(token)).to.deep.equal(rejectedToken)
    expect((await poll(ticket))?.accountId).to.equal(own.id)
  })

  it('is not fetched again after its session ended', async () => {
    const { ticket } = await confirmed()
    await poll(ticket)
    own.stack.sessions.ended.add(idHashOf(own.id))
    expect(await poll(ticket)).to.equal(undefined)
  })

  describe('that nobody fetched ends', () => {
    const ends: Record<string, () => Promise<unknown>> = {
      'with the authorized addresses': () => own.stack.auth.forgetAuthorizedIps({ ...proved(), password }),
      'with a change of the password': () =>
        own.stack.updateMe({ ...proved(), password, newPassword: `${password}!` }),
      'with the first second factor': () =>
        own.stack.accounts.updateOne(
          { _id: own.id },
          { $set: { 'factors.totp': { sealedSecret: '', lastStep: 0, enabledAt: new Date() } } },
        ),
    }
    for (const [title, end] of Object.entries(ends))
      it(title, async () => {
        const { ticket } = await confirmed()
        await end()
        expect(await pollRejection(ticket)).to.deep.equal(rejectedTicket)
      })

    for (const cause of ['chosen', 'all'])
      it(`with sessions that are ended (${cause}), and one that waits does not`, async () => {
        const [{ ticket }, waits] = [await confirmed(from('198.51.100.7')), await wait(from('203.0.113.7'))]
        await publish({ type: 'session.revoked', detail: { cause } })
        expect(await pollRejection(ticket)).to.deep.equal(rejectedTicket)
        await authorize(waits.token)
        expect((await poll(waits.ticket, from('203.0.113.7')))?.accountId).to.equal(own.id)
      })

    it('also if it is fetched before the event of that arrives, and not if it was fetched before', async () => {
      const earlier = await confirmed(from('198.51.100.7'))
      await poll(earlier.ticket, from('198.51.100.7'))
      const revoked = own.stack.sessions.revoked.length
      own.stack.clock.advance(1)
      const at = new Date(own.stack.clock.now())
      await publish({ type: 'session.revoked', detail: { cause: 'chosen' }, at })
      expect(own.stack.sessions.revoked).to.have.length(revoked)
      const { ticket } = await confirmed(from('203.0.113.7'))
      own.stack.clock.advance(1)
      const ended = new Date(own.stack.clock.now())
      own.stack.clock.advance(1)
      await poll(ticket, from('203.0.113.7'))
      await publish({ type: 'session.revoked', detail: { cause: 'chosen' }, at: ended })
      expect(own.stack.sessions.revoked.at(-1)).to.deep.include({
        accountId: own.id,
        idHashes: [idHashOf(own.id)],
      })
    })

    it('not with a session that its holder ends', async () => {
      const { ticket } = await confirmed()
      await publish({ type: 'session.revoked', detail: { cause: 'token' } })
      expect((await poll(ticket))?.accountId).to.equal(own.id)
    })
  })

  describe('and a new one of the same account', () => {
    it('of another device behind the address both go on', async () => {
      const [laptop, phone] = [await wait(from('198.51.100.7')), await wait(from('198.51.100.7', 'Phone'))]
      for (const { token } of [laptop, phone]) await authorize(token)
      expect((await poll(laptop.ticket, from('198.51.100.7')))?.accountId).to.equal(own.id)
      expect((await poll(phone.ticket, from('198.51.100.7', 'Phone')))?.accountId).to.equal(own.id)
    })

    it('of the same device, which moved, ends the older', async () => {
      const { deviceToken = '' } = signedInOf(await signIn(client))
      const older = await wait(from('198.51.100.7'), { deviceToken })
      const stranger = await wait(from('198.51.100.7'))
      const newer = await wait(from('203.0.113.200'), { deviceToken })
      expect(await authorizeRejection(older.token)).to.deep.equal(rejectedToken)
      for (const { token } of [stranger, newer]) await authorize(token)
    })
  })

  it('that is fetched while it is ended gives no session', async () => {
    const { ticket } = await confirmed()
    own.stack.sessions.beforeCreate = async () => {
      await own.stack.auth.forgetAuthorizedIps({ ...proved(), password })
    }
    const revoked = own.stack.sessions.revokedTokens.length
    expect((await rejected(poll(ticket))).code).to.equal('SERVICE_UNAVAILABLE')
    expect(own.stack.sessions.revokedTokens).to.have.length(revoked + 1)
    expect(await pollRejection(ticket)).to.deep.equal(rejectedTicket)
  })
})
