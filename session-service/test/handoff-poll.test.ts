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
import { isLive, minute, type RunningService, signIn, startService } from './running-service.ts'

describe('the responses to each side of a handoff', () => {
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

  describe('Handoffs.Status', () => {
    it('shows an unknown code as expired', async () => {
      expect(await steps.poll(unknownCode)).to.deep.equal(expired)
    })

    it('allows only the first poll to claim the code of a giver', async () => {
      const { code } = await steps.give(ann)
      const { receiverSecret, ...claimed } = await steps.poll(code)
      expect(receiverSecret).to.match(/^[\w-]{43}$/)
      expect(claimed).to.deep.equal({ state: PENDING, token: '', accountId: '' })
      expect(await steps.poll(code, { client: stranger })).to.deep.equal(expired)
      await steps.complete(code, ann)
      expect(await steps.poll(code, { client: stranger })).to.deep.equal(expired)
      expect((await steps.poll(code, { client: stranger, receiverSecret })).state).to.equal(COMPLETED)
    })

    it('delivers no session that ended before, and cancels the handoff', async () => {
      const ends = {
        chosen: (idHash: string) =>
          service.client.revoke({ accountId: ann.accountId, idHashes: [idHash], client: undefined }),
        all: () => service.client.revokeAll({ accountId: ann.accountId }),
      }
      for (const [title, end] of Object.entries(ends)) {
        ann = await signIn(service)
        const { code } = await steps.give(ann)
        const { receiverSecret } = await steps.poll(code)
        await steps.complete(code, ann)
        const given = (await sessionsOf(ann.accountId)).find(({ idHash }) => idHash !== ann.idHash)
        await end(given?.idHash ?? '')
        expect(await steps.poll(code, { receiverSecret, peek: true }), title).to.deep.equal(expired)
        expect(await steps.poll(code, { receiverSecret }), title).to.deep.equal(expired)
        expect(await steps.poll(code, { receiverSecret }), title).to.deep.equal(expired)
      }
    })

    it('shows the code of a receiver as expired to anybody else', async () => {
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

    it('recognises a receiver without its secret by network and User-Agent', async () => {
      const client = { ...phone, address: '2001:db8:1:2::3' }
      const { code } = await steps.receive(client)
      await steps.complete(code, ann)
      expect(await steps.stateOf(code, { client: { ...client, address: '2001:db8:1:3::3' } })).to.equal(
        EXPIRED,
      )
      const { token } = await steps.poll(code, { client: { ...client, address: '2001:db8:1:2::9' } })
      expect(await isLive(service, { token })).to.equal(true)
    })

    it('requires the secret once it was presented', async () => {
      const { code, receiverSecret } = await steps.receive()
      expect(await steps.stateOf(code, { receiverSecret: 'wrong' })).to.equal(PENDING)
      expect(await steps.stateOf(code, { receiverSecret })).to.equal(PENDING)
      await steps.complete(code, ann)
      for (const wrong of ['', 'wrong', receiverSecret.slice(1)]) {
        expect(await steps.poll(code, { receiverSecret: wrong })).to.deep.equal(expired)
      }
      expect(await steps.stateOf(code, { client: stranger, receiverSecret })).to.equal(COMPLETED)
    })

    it('never claims for the giver, and shows the giver the state only', async () => {
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

    it('never claims for a giver whose session was revoked', async () => {
      const { code } = await steps.give(ann)
      await service.client.revokeToken(ann)
      expect(await steps.poll(code, { token: ann.token })).to.deep.equal(expired)
      expect(await steps.stateOf(code, { client: stranger })).to.equal(PENDING)
    })

    it('delivers to a device that sends a revoked token of the same account', async () => {
      const old = await signIn(service, ann.accountId)
      await service.client.revokeToken(old)
      const { code } = await steps.give(ann)
      expect((await steps.poll(code, { token: old.token })).receiverSecret).to.not.equal('')
      await steps.complete(code, ann)
      expect(await steps.stateOf(code, { token: old.token })).to.equal(COMPLETED)
    })

    it('delivers to a caller who is signed in to another account', async () => {
      const { code } = await steps.give(ann)
      const bob = await signIn(service)
      expect((await steps.poll(code, { token: bob.token })).receiverSecret).to.not.equal('')
    })

    it('changes nothing with peek', async () => {
      const given = await steps.give(ann)
      expect(await steps.poll(given.code, { client: stranger, peek: true })).to.deep.equal(pending)
      expect((await steps.poll(given.code)).receiverSecret).to.not.equal('')
      const { code, receiverSecret } = await steps.receive()
      expect(await steps.poll(code, { receiverSecret, peek: true })).to.deep.equal(pending)
      await steps.complete(code, ann)
      expect(await steps.poll(code, { peek: true })).to.deep.equal({ ...pending, state: COMPLETED })
      expect((await steps.poll(code)).token).to.not.equal('')
    })

    it('delivers a completed, unclaimed code to the first poll', async () => {
      const { code } = await steps.give(ann)
      await steps.complete(code, ann)
      const { token } = await steps.poll(code)
      expect(await isLive(service, { token })).to.equal(true)
      expect(await steps.poll(code)).to.deep.equal(expired)
      const made = (await sessionsOf(ann.accountId)).find(({ idHash }) => idHash !== ann.idHash)
      expect(made).to.include({ browser: 'Chrome', os: 'Android', provedAt: undefined })
    })
  })

  describe('Handoffs.Info', () => {
    it('shows the device to the giver, without the location it sends', async () => {
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

    it('does not change the handoff', async () => {
      const { code, receiverSecret } = await steps.receive()
      await steps.info(code, ann)
      await steps.info(code, ann)
      expect(await steps.stateOf(code, { receiverSecret })).to.equal(PENDING)
    })

    it('shows the code of a receiver to any account, and after completion only to the giver', async () => {
      const { code } = await steps.receive()
      const bob = await signIn(service)
      expect((await steps.info(code, bob)).state).to.equal(PENDING)
      await steps.complete(code, ann)
      expect((await steps.info(code, ann)).state).to.equal(COMPLETED)
      expect(await steps.rejection(steps.info(code, bob))).to.equal('UNKNOWN_HANDOFF')
    })

    it('returns the same error for unknown, expired, used and foreign codes', async () => {
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
          message: 'Unknown handoff.',
          data: {},
        })
      }
    })
  })
})
