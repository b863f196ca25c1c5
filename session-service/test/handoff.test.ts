import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import {
  COMPLETED,
  EXPIRED,
  type Giver,
  handingOver,
  PENDING,
  phone,
  stranger,
  unknownCode,
} from './handing-over.ts'
import { minute, newAccountId, type RunningService, signIn, startService } from './running-service.ts'

describe('handing a session over', () => {
  let service: RunningService
  let ann: Giver
  let steps: ReturnType<typeof handingOver>
  before(async () => {
    service = await startService({ GATEHOUSE_LIMITS_SCALE: '1000' })
    steps = handingOver(service)
  })
  beforeEach(async () => {
    ann = await signIn(service)
  })
  after(() => service.stop())

  const expired = { state: EXPIRED, token: '', accountId: '', receiverSecret: '' }
  const pending = { ...expired, state: PENDING }
  const sessionsOf = async (accountId: string) => (await service.client.list({ accountId })).sessions
  const isLive = (token: string) =>
    service.client.verify({ token }).then(
      () => true,
      () => false,
    )

  describe('Handoffs.Initiate', () => {
    it('gives a receiver a code for five minutes and a secret of 256 bits', async () => {
      const { code, expiresAt, receiverSecret } = await steps.receive()
      expect(code).to.match(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/)
      expect(expiresAt).to.deep.equal(new Date(service.clock.now() + 5 * minute))
      expect(receiverSecret).to.match(/^[\w-]{43}$/)
    })

    it('gives a giver a code without a secret', async () => {
      expect((await steps.give(ann)).receiverSecret).to.equal('')
    })

    it('refuses a token that is not signed in', async () => {
      await service.client.revokeToken(ann)
      for (const token of [ann.token, 'nonsense', ann.idHash]) {
        expect(await steps.refusal(steps.give({ ...ann, token }))).to.equal('UNAUTHORIZED')
      }
    })
  })

  it('goes from pending to completed, delivers once, and is expired then', async () => {
    const { code, receiverSecret } = await steps.receive()
    expect(await steps.poll(code, { receiverSecret })).to.deep.equal(pending)
    await steps.complete(code, ann)
    const { token, ...rest } = await steps.poll(code, { receiverSecret })
    expect(rest).to.deep.equal({ state: COMPLETED, accountId: ann.accountId, receiverSecret: '' })
    expect((await service.client.verify({ token })).session?.accountId).to.equal(ann.accountId)
    expect(await steps.poll(code, { receiverSecret })).to.deep.equal(expired)
    expect(await steps.refusal(steps.complete(code, ann))).to.equal('INVALID_HANDOFF_CODE')
  })

  it('gives the receiver a session of its own, of its own device, and no step-up proof', async () => {
    const { code } = await steps.receive()
    await steps.complete(code, ann, { client: stranger })
    const { token } = await steps.poll(code)
    expect(token).to.not.equal(ann.token)
    expect([await isLive(ann.token), await isLive(token)]).to.deep.equal([true, true])
    const made = (await sessionsOf(ann.accountId)).find(({ idHash }) => idHash !== ann.idHash)
    expect(made).to.include({ browser: 'Chrome', os: 'Android', platform: 'mobile', provedAt: undefined })
    expect(made?.proofMethods).to.deep.equal([])
    await service.client.revokeToken(ann)
    expect([await isLive(ann.token), await isLive(token)]).to.deep.equal([false, true])
  })

  it('takes a code in lower case, without its dash, with spaces', async () => {
    const { code, receiverSecret } = await steps.receive()
    const typed = ` ${code.toLowerCase().replace('-', ' ')} `
    await steps.complete(typed, ann)
    expect(await steps.stateOf(code.replace('-', ''), { receiverSecret })).to.equal(COMPLETED)
  })

  it('ends five minutes after it began, by the clock of the service', async () => {
    const [early, late] = [await steps.receive(), await steps.receive()]
    service.clock.advance(5 * minute - 1)
    expect(await steps.stateOf(early.code)).to.equal(PENDING)
    await steps.complete(early.code, ann)
    service.clock.advance(1)
    expect(await steps.stateOf(early.code)).to.equal(EXPIRED)
    expect(await steps.stateOf(late.code)).to.equal(EXPIRED)
    expect(await steps.refusal(steps.complete(late.code, ann))).to.equal('INVALID_HANDOFF_CODE')
    expect(await steps.refusal(steps.info(late.code, ann))).to.equal('UNKNOWN_HANDOFF')
    expect(await steps.cancel(late.code, { receiverSecret: late.receiverSecret })).to.deep.equal({})
  })

  it('refuses malformed codes everywhere', async () => {
    for (const code of ['', 'AAAA', 'OOOO-0000', `${unknownCode}Z`, 'ZZZZ_ZZZZ', '{}', 'x'.repeat(9_000)]) {
      const calls = [steps.poll(code), steps.info(code, ann), steps.complete(code, ann), steps.cancel(code)]
      const refusals = await Promise.all(calls.map(steps.refusal))
      expect(refusals, code).to.deep.equal(Array(4).fill('INVALID_HANDOFF_CODE'))
    }
  })

  describe('Handoffs.Status', () => {
    it('shows an unknown code as expired', async () => {
      expect(await steps.poll(unknownCode)).to.deep.equal(expired)
    })

    it('lets the first poll claim a code of a giver, and nobody else', async () => {
      const { code } = await steps.give(ann)
      const { receiverSecret, ...claimed } = await steps.poll(code)
      expect(receiverSecret).to.match(/^[\w-]{43}$/)
      expect(claimed).to.deep.equal({ state: PENDING, token: '', accountId: '' })
      expect(await steps.poll(code, { client: stranger })).to.deep.equal(expired)
      await steps.complete(code, ann)
      expect(await steps.poll(code, { client: stranger })).to.deep.equal(expired)
      expect((await steps.poll(code, { client: stranger, receiverSecret })).state).to.equal(COMPLETED)
    })

    it('shows strangers nothing of a receiver’s code, whatever they present', async () => {
      const { code } = await steps.receive()
      const bob = await signIn(service)
      const other = await steps.receive(stranger)
      for (const presented of [
        {},
        { token: bob.token },
        { receiverSecret: other.receiverSecret },
        { token: 'x' },
      ]) {
        expect(await steps.poll(code, { client: stranger, ...presented })).to.deep.equal(expired)
      }
      const nearlyAlike = [
        { ...phone, userAgent: 'curl/8' },
        { ...phone, address: '198.51.100.21' },
      ]
      for (const client of nearlyAlike) expect(await steps.poll(code, { client })).to.deep.equal(expired)
      expect(await steps.stateOf(code)).to.equal(PENDING)
    })

    it('knows a receiver without its secret by network and agent', async () => {
      const client = { ...phone, address: '2001:db8:1:2::3' }
      const { code } = await steps.receive(client)
      await steps.complete(code, ann)
      expect(await steps.stateOf(code, { client: { ...client, address: '2001:db8:1:3::3' } })).to.equal(
        EXPIRED,
      )
      const { token } = await steps.poll(code, { client: { ...client, address: '2001:db8:1:2::9' } })
      expect(await isLive(token)).to.equal(true)
    })

    it('knows it by the secret alone once it was sent', async () => {
      const { code, receiverSecret } = await steps.receive()
      expect(await steps.stateOf(code, { receiverSecret: 'wrong' })).to.equal(PENDING)
      expect(await steps.stateOf(code, { receiverSecret })).to.equal(PENDING)
      await steps.complete(code, ann)
      for (const wrong of ['', 'wrong', receiverSecret.slice(1)]) {
        expect(await steps.poll(code, { receiverSecret: wrong })).to.deep.equal(expired)
      }
      expect(await steps.stateOf(code, { client: stranger, receiverSecret })).to.equal(COMPLETED)
    })

    it('never claims for the giver, who sees the state without the token', async () => {
      const { code } = await steps.give(ann)
      const again = await signIn(service, ann.accountId)
      for (const { token } of [ann, again]) expect(await steps.poll(code, { token })).to.deep.equal(pending)
      const { receiverSecret } = await steps.poll(code, { client: stranger })
      expect(receiverSecret).to.not.equal('')
      await steps.complete(code, ann)
      expect(await steps.poll(code, { token: ann.token, receiverSecret })).to.deep.equal({
        ...pending,
        state: COMPLETED,
      })
      expect((await steps.poll(code, { receiverSecret })).token).to.not.equal('')
      expect(await steps.poll(code, { token: ann.token })).to.deep.equal(expired)
    })

    it('never claims for a giver who was signed out meanwhile', async () => {
      const { code } = await steps.give(ann)
      await service.client.revokeToken(ann)
      expect(await steps.poll(code, { token: ann.token })).to.deep.equal(expired)
      expect(await steps.stateOf(code, { client: stranger })).to.equal(PENDING)
    })

    it('is received also by a device that still sends a dead token of the same account', async () => {
      const old = await signIn(service, ann.accountId)
      await service.client.revokeToken(old)
      const { code } = await steps.give(ann)
      expect((await steps.poll(code, { token: old.token })).receiverSecret).to.not.equal('')
      await steps.complete(code, ann)
      expect(await steps.stateOf(code, { token: old.token })).to.equal(COMPLETED)
    })

    it('is received also by somebody who is signed in as another', async () => {
      const { code } = await steps.give(ann)
      const bob = await signIn(service)
      expect((await steps.poll(code, { token: bob.token })).receiverSecret).to.not.equal('')
    })

    it('neither claims, proves nor takes anything when it only peeks', async () => {
      const given = await steps.give(ann)
      expect(await steps.poll(given.code, { client: stranger, peek: true })).to.deep.equal(pending)
      expect((await steps.poll(given.code)).receiverSecret).to.not.equal('')
      const { code, receiverSecret } = await steps.receive()
      expect(await steps.poll(code, { receiverSecret, peek: true })).to.deep.equal(pending)
      await steps.complete(code, ann)
      expect(await steps.poll(code, { peek: true })).to.deep.equal({ ...pending, state: COMPLETED })
      expect((await steps.poll(code)).token).to.not.equal('')
    })

    it('hands a code that was completed before anybody claimed it to the first', async () => {
      const { code } = await steps.give(ann)
      await steps.complete(code, ann)
      const { token } = await steps.poll(code)
      expect(await isLive(token)).to.equal(true)
      expect(await steps.poll(code)).to.deep.equal(expired)
      const made = (await sessionsOf(ann.accountId)).find(({ idHash }) => idHash !== ann.idHash)
      expect(made).to.include({ browser: 'Chrome', os: 'Android', provedAt: undefined })
    })
  })

  describe('Handoffs.Info', () => {
    it('tells the giving side the device, and not where it says it is', async () => {
      const from = service.clock.now()
      const { code } = await steps.give(ann)
      const before = await steps.info(code, ann)
      expect(before).to.deep.equal({
        state: PENDING,
        createdAt: new Date(from),
        expiresAt: new Date(from + 5 * minute),
        receiver: undefined,
      })
      await steps.poll(code)
      const { receiver } = await steps.info(code, ann)
      expect(receiver).to.deep.include({ browser: 'Chrome', os: 'Android', platform: 'mobile' })
      expect(receiver?.location).to.equal(undefined)
    })

    it('changes nothing', async () => {
      const { code, receiverSecret } = await steps.receive()
      await steps.info(code, ann)
      await steps.info(code, ann)
      expect(await steps.stateOf(code, { receiverSecret })).to.equal(PENDING)
    })

    it('knows a receiver’s code for anybody signed in, and then for who completed it', async () => {
      const { code } = await steps.receive()
      const bob = await signIn(service)
      expect((await steps.info(code, bob)).state).to.equal(PENDING)
      await steps.complete(code, ann)
      expect((await steps.info(code, ann)).state).to.equal(COMPLETED)
      expect(await steps.refusal(steps.info(code, bob))).to.equal('UNKNOWN_HANDOFF')
    })

    it('answers unknown, expired, used and foreign codes alike', async () => {
      const bob = await signIn(service)
      const foreign = await steps.give(bob)
      const used = await steps.receive()
      await steps.complete(used.code, ann)
      await steps.poll(used.code)
      const errors = await Promise.all(
        [unknownCode, foreign.code, used.code].map((code) => rejected(steps.info(code, ann))),
      )
      for (const { code, message, data } of errors) {
        expect({ code, message, data }).to.deep.equal({
          code: 'UNKNOWN_HANDOFF',
          message: 'There is no such handoff.',
          data: {},
        })
      }
    })
  })

  describe('Handoffs.Complete', () => {
    it('refuses a token that is not signed in, before it looks at the code', async () => {
      const { code } = await steps.receive()
      const gone = await signIn(service)
      await service.client.revokeToken(gone)
      for (const token of ['', 'nonsense', gone.token, ann.idHash]) {
        for (const named of [code, unknownCode, 'malformed']) {
          const refused = steps.complete(named, { ...ann, token })
          expect(await steps.refusal(refused)).to.equal('INVALID_TOKEN')
        }
      }
      expect(await steps.stateOf(code)).to.equal(PENDING)
    })

    it('refuses an account that is not the token’s, compared as text', async () => {
      const { code } = await steps.receive()
      for (const accountId of ['', newAccountId(), `0${ann.accountId}`, ` ${ann.accountId}`]) {
        const refused = steps.complete(code, { ...ann, accountId })
        expect(await steps.refusal(refused)).to.equal('SESSION_TOKEN_MISMATCH')
      }
      expect(await steps.stateOf(code)).to.equal(PENDING)
    })

    it('wants an Authorization, if there is one, of the same account', async () => {
      const { code } = await steps.receive()
      const bob = await signIn(service)
      const by = (authorization: string) => steps.complete(code, ann, { authorization })
      expect(await steps.refusal(by('nonsense'))).to.equal('UNAUTHORIZED')
      expect(await steps.refusal(by(bob.token))).to.equal('SESSION_TOKEN_MISMATCH')
      await by((await signIn(service, ann.accountId)).token)
      expect(await steps.stateOf(code)).to.equal(COMPLETED)
    })

    it('refuses unknown codes, and those that another account gives', async () => {
      const { code } = await steps.give(await signIn(service))
      for (const named of [code, unknownCode]) {
        expect(await steps.refusal(steps.complete(named, ann))).to.equal('INVALID_HANDOFF_CODE')
      }
      expect(await sessionsOf(ann.accountId)).to.have.length(1)
    })

    it('counts the new session against the cap of the account', async () => {
      const { code, receiverSecret } = await steps.receive()
      for (let count = 1; count < 100; count += 1) await signIn(service, ann.accountId)
      await steps.complete(code, ann)
      expect(await sessionsOf(ann.accountId)).to.have.length(100)
      expect(await isLive((await steps.poll(code, { receiverSecret })).token)).to.equal(true)
    })
  })

  describe('Handoffs.Cancel', () => {
    it('ends a handoff for its receiver, who proves itself by the secret', async () => {
      const { code, receiverSecret } = await steps.receive()
      for (const presented of [{}, { receiverSecret: 'wrong' }, { token: ann.token }]) {
        expect(await steps.cancel(code, presented)).to.deep.equal({})
      }
      expect(await steps.stateOf(code)).to.equal(PENDING)
      await steps.cancel(code, { client: stranger, receiverSecret })
      expect(await steps.stateOf(code, { receiverSecret })).to.equal(EXPIRED)
      expect(await steps.refusal(steps.complete(code, ann))).to.equal('INVALID_HANDOFF_CODE')
    })

    it('ends it for its giver, and for no other account', async () => {
      const { code } = await steps.give(ann)
      await steps.cancel(code, { token: (await signIn(service)).token })
      expect(await steps.stateOf(code, { token: ann.token })).to.equal(PENDING)
      await steps.cancel(code, { token: ann.token })
      expect(await steps.stateOf(code)).to.equal(EXPIRED)
    })

    it('ends the session that was made and not fetched yet', async () => {
      const { code } = await steps.receive()
      await steps.complete(code, ann)
      expect(await sessionsOf(ann.accountId)).to.have.length(2)
      await steps.cancel(code, { token: ann.token })
      expect(await sessionsOf(ann.accountId)).to.have.length(1)
      expect(await steps.stateOf(code)).to.equal(EXPIRED)
    })

    it('takes unknown codes without a word', async () => {
      expect(await steps.cancel(unknownCode)).to.deep.equal({})
    })
  })

  it('keeps and logs no code, secret or token in clear', async () => {
    const { code, receiverSecret } = await steps.receive()
    const given = await steps.give(ann)
    const { receiverSecret: claimed } = await steps.poll(given.code)
    await steps.complete(code, ann)
    const stored: string[] = []
    for (const key of await service.redis.keys(`${service.config.redisPrefix}handoff*`)) {
      stored.push(key, JSON.stringify(await service.redis.hgetall(key)))
    }
    expect(stored).to.have.length.above(2)
    const { token } = await steps.poll(code, { receiverSecret })
    for (const secret of [code, given.code, receiverSecret, claimed, token, ann.token]) {
      for (const form of [secret, secret.replace('-', ''), secret.toLowerCase()]) {
        expect(stored.join('\n')).to.not.include(form)
        expect(service.logText()).to.not.include(form)
      }
    }
  })
})
