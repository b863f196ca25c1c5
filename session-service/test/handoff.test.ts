import { expect } from 'chai'
import {
  COMPLETED,
  EXPIRED,
  type Giver,
  handingOver,
  PENDING,
  stranger,
  unknownCode,
} from './handing-over.ts'
import { isLive, minute, newAccountId, type RunningService, signIn, startService } from './running-service.ts'

describe('a handoff', () => {
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

  describe('Handoffs.Initiate', () => {
    it('returns a code for five minutes and a secret of 256 bits to a receiver', async () => {
      const { code, expiresAt, receiverSecret } = await steps.receive()
      expect(code).to.match(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/)
      expect(expiresAt).to.deep.equal(new Date(service.clock.now() + 5 * minute))
      expect(receiverSecret).to.match(/^[\w-]{43}$/)
    })

    it('returns a code without a secret to a giver', async () => {
      expect((await steps.give(ann)).receiverSecret).to.equal('')
    })

    it('rejects a token without a live session', async () => {
      await service.client.revokeToken(ann)
      for (const token of [ann.token, 'nonsense', ann.idHash]) {
        expect(await steps.rejection(steps.give({ ...ann, token }))).to.equal('UNAUTHORIZED')
      }
    })
  })

  it('is pending, then completed, delivers once, and is expired afterwards', async () => {
    const { code, receiverSecret } = await steps.receive()
    expect(await steps.poll(code, { receiverSecret })).to.deep.equal(pending)
    await steps.complete(code, ann)
    const { token, ...rest } = await steps.poll(code, { receiverSecret })
    expect(rest).to.deep.equal({ state: COMPLETED, accountId: ann.accountId, receiverSecret: '' })
    expect((await service.client.verify({ token })).session?.accountId).to.equal(ann.accountId)
    expect(await steps.poll(code, { receiverSecret })).to.deep.equal(expired)
    expect(await steps.rejection(steps.complete(code, ann))).to.equal('INVALID_HANDOFF_CODE')
  })

  it('creates a session of its own for the receiver, with its device and without step-up proof', async () => {
    const { code } = await steps.receive()
    await steps.complete(code, ann, { client: stranger })
    const { token } = await steps.poll(code)
    expect(token).to.not.equal(ann.token)
    expect([await isLive(service, ann), await isLive(service, { token })]).to.deep.equal([true, true])
    const made = (await sessionsOf(ann.accountId)).find(({ idHash }) => idHash !== ann.idHash)
    expect(made).to.include({ browser: 'Chrome', os: 'Android', platform: 'mobile', provedAt: undefined })
    expect(made?.proofMethods).to.deep.equal([])
    await service.client.revokeToken(ann)
    expect([await isLive(service, ann), await isLive(service, { token })]).to.deep.equal([false, true])
  })

  it('accepts a code in lower case, without dash, with spaces', async () => {
    const { code, receiverSecret } = await steps.receive()
    const typed = ` ${code.toLowerCase().replace('-', ' ')} `
    await steps.complete(typed, ann)
    expect(await steps.stateOf(code.replace('-', ''), { receiverSecret })).to.equal(COMPLETED)
  })

  it('expires after five minutes by the clock of the service', async () => {
    const [early, late] = [await steps.receive(), await steps.receive()]
    service.clock.advance(5 * minute - 1)
    expect(await steps.stateOf(early.code)).to.equal(PENDING)
    await steps.complete(early.code, ann)
    service.clock.advance(1)
    expect(await steps.stateOf(early.code)).to.equal(EXPIRED)
    expect(await steps.stateOf(late.code)).to.equal(EXPIRED)
    expect(await steps.rejection(steps.complete(late.code, ann))).to.equal('INVALID_HANDOFF_CODE')
    expect(await steps.rejection(steps.info(late.code, ann))).to.equal('UNKNOWN_HANDOFF')
    expect(await steps.cancel(late.code, { receiverSecret: late.receiverSecret })).to.deep.equal({})
  })

  it('rejects malformed codes in every rpc', async () => {
    for (const code of ['', 'AAAA', 'OOOO-0000', `${unknownCode}Z`, 'ZZZZ_ZZZZ', '{}', 'x'.repeat(9_000)]) {
      const calls = [steps.poll(code), steps.info(code, ann), steps.complete(code, ann), steps.cancel(code)]
      const rejections = await Promise.all(calls.map(steps.rejection))
      expect(rejections, code).to.deep.equal(Array(4).fill('INVALID_HANDOFF_CODE'))
    }
  })

  describe('Handoffs.Complete', () => {
    it('rejects a token without a live session before it checks the code', async () => {
      const { code } = await steps.receive()
      const gone = await signIn(service)
      await service.client.revokeToken(gone)
      for (const token of ['', 'nonsense', gone.token, ann.idHash]) {
        for (const named of [code, unknownCode, 'malformed']) {
          const rejected = steps.complete(named, { ...ann, token })
          expect(await steps.rejection(rejected)).to.equal('INVALID_TOKEN')
        }
      }
      expect(await steps.stateOf(code)).to.equal(PENDING)
    })

    it('rejects an account that is not that of the token', async () => {
      const { code } = await steps.receive()
      for (const accountId of ['', newAccountId(), `0${ann.accountId}`, ` ${ann.accountId}`]) {
        const rejected = steps.complete(code, { ...ann, accountId })
        expect(await steps.rejection(rejected)).to.equal('SESSION_TOKEN_MISMATCH')
      }
      expect(await steps.stateOf(code)).to.equal(PENDING)
    })

    it('requires the Authorization header, if present, to be of the same account', async () => {
      const { code } = await steps.receive()
      const bob = await signIn(service)
      const by = (authorization: string) => steps.complete(code, ann, { authorization })
      expect(await steps.rejection(by('nonsense'))).to.equal('UNAUTHORIZED')
      expect(await steps.rejection(by(bob.token))).to.equal('SESSION_TOKEN_MISMATCH')
      await by((await signIn(service, ann.accountId)).token)
      expect(await steps.stateOf(code)).to.equal(COMPLETED)
    })

    it('rejects unknown codes and those of another giver', async () => {
      const { code } = await steps.give(await signIn(service))
      for (const named of [code, unknownCode]) {
        expect(await steps.rejection(steps.complete(named, ann))).to.equal('INVALID_HANDOFF_CODE')
      }
      expect(await sessionsOf(ann.accountId)).to.have.length(1)
    })

    it('counts the new session towards the cap of the account', async () => {
      const { code, receiverSecret } = await steps.receive()
      for (let count = 1; count < 99; count += 1) await signIn(service, ann.accountId)
      await steps.complete(code, ann)
      expect(await sessionsOf(ann.accountId)).to.have.length(100)
      expect(await isLive(service, await steps.poll(code, { receiverSecret }))).to.equal(true)
    })
  })

  describe('Handoffs.Cancel', () => {
    it('cancels a handoff for its receiver, who presents the secret', async () => {
      const { code, receiverSecret } = await steps.receive()
      for (const presented of [{}, { receiverSecret: 'wrong' }, { token: ann.token }]) {
        expect(await steps.cancel(code, presented)).to.deep.equal({})
      }
      expect(await steps.stateOf(code)).to.equal(PENDING)
      await steps.cancel(code, { client: stranger, receiverSecret })
      expect(await steps.stateOf(code, { receiverSecret })).to.equal(EXPIRED)
      expect(await steps.rejection(steps.complete(code, ann))).to.equal('INVALID_HANDOFF_CODE')
    })

    it('cancels it for its giver, and for no other account', async () => {
      const { code } = await steps.give(ann)
      await steps.cancel(code, { token: (await signIn(service)).token })
      expect(await steps.stateOf(code, { token: ann.token })).to.equal(PENDING)
      await steps.cancel(code, { token: ann.token })
      expect(await steps.stateOf(code)).to.equal(EXPIRED)
    })

    it('cancels it for an account that looked it up, until another account completed it', async () => {
      const [bob, eve] = [await signIn(service), await signIn(service)]
      const { code, receiverSecret } = await steps.receive()
      await steps.info(code, ann)
      await steps.cancel(code, { token: bob.token })
      expect(await steps.stateOf(code, { receiverSecret })).to.equal(PENDING)
      await steps.cancel(code, { token: ann.token, client: stranger })
      expect(await steps.stateOf(code, { receiverSecret })).to.equal(EXPIRED)
      expect(await steps.rejection(steps.complete(code, ann))).to.equal('INVALID_HANDOFF_CODE')

      const other = await steps.receive()
      for (const giver of [ann, bob]) await steps.info(other.code, giver)
      await steps.complete(other.code, bob)
      for (const { token } of [ann, eve]) await steps.cancel(other.code, { token })
      expect(await steps.stateOf(other.code, other)).to.equal(COMPLETED)
    })

    it('cancels an offered handoff for no account that looked it up', async () => {
      const { code } = await steps.give(await signIn(service))
      expect(await steps.rejection(steps.info(code, ann))).to.equal('UNKNOWN_HANDOFF')
      await steps.cancel(code, { token: ann.token })
      expect(await steps.stateOf(code)).to.equal(PENDING)
    })

    it('revokes the session that was created and not delivered yet', async () => {
      const { code } = await steps.receive()
      await steps.complete(code, ann)
      expect(await sessionsOf(ann.accountId)).to.have.length(2)
      await steps.cancel(code, { token: ann.token })
      expect(await sessionsOf(ann.accountId)).to.have.length(1)
      expect(await steps.stateOf(code)).to.equal(EXPIRED)
    })

    it('accepts unknown codes without an error', async () => {
      expect(await steps.cancel(unknownCode)).to.deep.equal({})
    })
  })

  it('stores and logs no code, secret or token in clear text', async () => {
    const { code, receiverSecret } = await steps.receive()
    const given = await steps.give(ann)
    const { receiverSecret: claimed } = await steps.poll(given.code)
    await steps.complete(code, ann)
    const stored: string[] = []
    for (const key of await service.redis.keys(`${service.config.redisPrefix}handoff*`)) {
      // The outbox of a handoff may contain its events.
      const value = key.endsWith(':outbox') ? service.redis.lrange(key, 0, -1) : service.redis.hgetall(key)
      stored.push(key, JSON.stringify(await value))
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
