import type { Event } from '@gatehouse/proto/gen/events/v1/events'
import { readEventJson } from '@gatehouse/service-kit/events/event-json'
import { eventStreamKey } from '@gatehouse/service-kit/events/event-stream'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { eventTypes } from '@gatehouse/session-service/events/event-types'
import { expect } from 'chai'
import { handingOver, phone, stranger, unknownCode } from './handing-over.ts'
import { newAccountId, type RunningService, signIn, startService } from './running-service.ts'

describe('the event stream of session-service', () => {
  let service: RunningService
  let stream: string
  beforeEach(async () => {
    service = await startService()
    stream = eventStreamKey(service.config.redisPrefix, 'sessions')
  })
  afterEach(() => service.stop())

  const entries = async () => (await service.redis.xrange(stream, '-', '+')).map(([, fields]) => fields)
  const outboxes = () => service.redis.keys(`${service.config.redisPrefix}*:outbox`)
  /** All events, once the outboxes are empty. */
  const events = async (): Promise<Event[]> => {
    await until(async () => (await outboxes()).length === 0)
    return (await entries()).map((fields) => readEventJson(fields.at(-1) ?? '') as Event)
  }
  const emitted = async () =>
    (await events()).map(({ type, detail }) => (detail.cause ? `${type} ${detail.cause}` : type))

  it('emits session.created with account, time, origin and methods', async () => {
    const { accountId, idHash } = await signIn(service)
    const [event] = await events()
    expect(event).to.deep.include({
      id: `created.${idHash}`,
      type: 'session.created',
      outcome: 'ok',
      at: new Date(service.clock.now()),
      accountId,
      sessionIdHash: idHash,
      address: '203.0.113.7',
      detail: { methods: 'password' },
    })
    expect(event?.clientInfo).to.deep.include({ browser: 'Chrome', os: 'Windows', platform: 'desktop' })
    const [fields] = await entries()
    expect(fields?.slice(0, -1)).to.deep.equal([
      ...['id', `created.${idHash}`],
      ...['type', 'session.created'],
      ...['account_id', accountId, 'event'],
    ])
  })

  for (const [names, detail] of [
    [{ signInMethod: 'passkey' }, { sign_in: 'passkey' }],
    [
      { signInMethod: 'password', signInFactor: 'backup_code' },
      { sign_in: 'password', factor: 'backup_code' },
    ],
  ] as const) {
    it(`emits session.created with the sign-in ${JSON.stringify(names)}, and confirms that`, async () => {
      const request = { accountId: newAccountId(), client: phone, proofMethods: [], ...names }
      expect((await service.client.create(request)).hasSignIn).to.equal(true)
      const [event] = await events()
      expect(event).to.deep.include({ type: 'session.created', detail })
    })
  }

  it('confirms no sign-in that it is not given', async () => {
    const request = { accountId: newAccountId(), client: phone, proofMethods: [] }
    expect((await service.client.create(request)).hasSignIn).to.equal(false)
  })

  it('emits session.revoked with the cause and the request id for each session', async () => {
    const call = { requestId: 'the-request' }
    const accountId = (await signIn(service)).accountId
    const [one, two, three] = await Promise.all([1, 2, 3].map(() => signIn(service, accountId)))
    await service.client.revokeToken({ token: one?.token ?? '', client: phone }, call)
    await service.client.revoke({ accountId, idHashes: [two?.idHash ?? ''], client: stranger }, call)
    await service.client.revokeAll({ accountId, exceptIdHash: three?.idHash ?? '' }, call)
    const attemptId = 'the-attempt-of-a-sign-in'
    await service.client.create({ accountId, client: phone, proofMethods: [] }, { ...call, attemptId })
    await service.client.endAttempt({ attemptId }, call)
    const undelivered = await signIn(service, accountId)
    await service.client.revokeToken({ token: undelivered.token }, call)
    const revoked = (await events()).filter(({ type }) => type === 'session.revoked')
    expect(revoked.map(({ detail }) => detail.cause)).to.deep.equal([
      ...['token', 'chosen', 'all'],
      ...['undelivered', 'undelivered'],
    ])
    expect(revoked.slice(0, 3).map(({ address }) => address)).to.deep.equal([
      phone.address,
      stranger.address,
      undefined,
    ])
    expect(revoked.slice(0, 2).map(({ sessionIdHash }) => sessionIdHash)).to.deep.equal([
      one?.idHash,
      two?.idHash,
    ])
    for (const event of revoked) {
      expect(event).to.deep.include({
        accountId,
        requestId: 'the-request',
        id: `revoked.${event.sessionIdHash}`,
      })
    }
  })

  it('emits nothing if no session was revoked', async () => {
    const { token, accountId, idHash } = await signIn(service)
    const other = await signIn(service)
    await service.client.revoke({ accountId: other.accountId, idHashes: [idHash] })
    await Promise.all(Array.from({ length: 50 }, () => service.client.revokeToken({ token })))
    await service.client.revoke({ accountId, idHashes: [idHash] })
    await service.client.revokeAll({ accountId })
    expect(await emitted()).to.deep.equal([
      'session.created',
      'session.created',
      'session.revoked undelivered',
    ])
  })

  it('publishes an event that follows a call without events', async () => {
    const { token } = await signIn(service)
    await events()
    await service.client.revokeToken({ token: `${token.slice(0, -1)}${token.endsWith('A') ? 'E' : 'A'}` })
    await service.client.revokeToken({ token })
    expect(await emitted()).to.deep.equal(['session.created', 'session.revoked undelivered'])
  })

  it('emits the events of a handoff', async () => {
    const [ann, steps] = [await signIn(service), handingOver(service)]
    const { code } = await steps.give(ann)
    const { receiverSecret } = await steps.poll(code, { client: stranger })
    await steps.complete(code, ann)
    await steps.poll(code, { client: stranger, receiverSecret })
    const after = (await events()).slice(1)
    expect(after.map(({ type }) => type)).to.have.members([
      ...['handoff.began', 'handoff.claimed', 'handoff.completed', 'handoff.delivered', 'session.created'],
    ])
    const of = (type: string) => after.find((event) => event.type === type)
    const { sessionIdHash } = of('session.created') as Event
    const { accountId } = ann
    const [giver, receiver] = [
      { accountId, address: phone.address },
      { accountId, address: stranger.address },
    ]
    expect(of('handoff.began')).to.deep.include({ ...giver, sessionIdHash: ann.idHash })
    expect(of('handoff.claimed')).to.deep.include({ ...receiver, sessionIdHash: undefined })
    expect(of('handoff.completed')).to.deep.include({ ...giver, sessionIdHash })
    expect(of('handoff.delivered')).to.deep.include({ ...receiver, sessionIdHash })
  })

  it('emits handoff.cancelled, and session.revoked for an undelivered session', async () => {
    const [ann, steps] = [await signIn(service), handingOver(service)]
    const early = await steps.receive()
    await steps.cancel(early.code, early)
    const late = await steps.receive()
    await steps.complete(late.code, ann)
    await steps.cancel(late.code, late)
    await steps.cancel(late.code, late)
    const cancelled = (await events()).filter(({ type }) => type === 'handoff.cancelled')
    expect(cancelled.map(({ accountId }) => accountId)).to.deep.equal([undefined, ann.accountId])
    expect((await emitted()).filter((type) => type.startsWith('session.revoked'))).to.deep.equal([
      'session.revoked handoff',
    ])
  })

  it('emits handoff.throttled once for an address', async () => {
    const [ann, steps] = [await signIn(service), handingOver(service)]
    await Promise.all(Array.from({ length: 20 }, () => steps.rejection(steps.info(unknownCode, ann))))
    const throttled = (await events()).filter(({ type }) => type === 'handoff.throttled')
    expect(throttled).to.have.length(1)
    expect(throttled[0]).to.deep.include({ outcome: 'failed', address: phone.address, accountId: undefined })
  })

  it('emits no token, code or Redis key, and only types of the table', async () => {
    const [ann, steps] = [await signIn(service), handingOver(service)]
    const { code, receiverSecret } = await steps.receive()
    await steps.complete(code, ann)
    const { token } = await steps.poll(code, { receiverSecret })
    const types = (await events()).map(({ type }) => type)
    const keys = await service.redis.keys(`${service.config.redisPrefix}handoff*`)
    const text = JSON.stringify(await entries())
    for (const secret of [ann.token, token, code, code.replace('-', ''), receiverSecret]) {
      expect(text).not.to.contain(secret)
    }
    for (const key of keys) expect(text).not.to.contain(/\{(.*)\}/.exec(key)?.[1])
    expect(Object.keys(eventTypes)).to.include.members(types)
  })

  it('limits the length of the stream', async () => {
    const short = await startService({ GATEHOUSE_EVENT_STREAM_LENGTH: '10', GATEHOUSE_SESSION_CAP: '1' })
    const { accountId } = await signIn(short)
    await Promise.all(Array.from({ length: 150 }, () => signIn(short, accountId)))
    await short.close()
    expect(await short.redis.xlen(eventStreamKey(short.config.redisPrefix, 'sessions'))).to.be.within(10, 150)
    await short.stop()
  })
})

describe('events that cannot be published', () => {
  let service: RunningService
  let stream: string
  beforeEach(async () => {
    service = await startService()
    stream = eventStreamKey(service.config.redisPrefix, 'sessions')
    await service.redis.set(stream, 'no stream')
  })
  afterEach(() => service.stop())

  const outboxOf = (accountId: string) => `${service.keyOf(accountId)}:outbox`

  it('wait in the outbox while sign-in works, with one log record', async () => {
    const { accountId } = await signIn(service)
    await signIn(service, accountId)
    await until(async () => service.logText().includes('events not published'))
    await signIn(service, accountId)
    await service.close()
    expect(await service.redis.llen(outboxOf(accountId))).to.equal(3)
    expect(service.logLines.filter(({ msg }) => String(msg).includes('events not published'))).to.have.length(
      1,
    )
  })

  it('are published in order, with new ones, after the cause is gone', async () => {
    const first = await signIn(service)
    await until(async () => service.logText().includes('events not published'))
    const second = await signIn(service, first.accountId)
    await service.redis.del(stream)
    await until(async () => (await service.redis.exists(outboxOf(first.accountId))) === 0)
    const emitted = (await service.redis.xrange(stream, '-', '+')).map(([, [, id]]) => id)
    expect(emitted).to.deep.equal([`created.${first.idHash}`, `created.${second.idHash}`])
  })

  it('are published in order by the next process that starts', async () => {
    const { accountId, token, idHash } = await signIn(service)
    await service.client.revokeToken({ token })
    await service.close()
    await service.redis.del(stream)
    const next = await service.startReplica()
    await until(async () => (await service.redis.exists(outboxOf(accountId))) === 0)
    const emitted = (await service.redis.xrange(stream, '-', '+')).map(([, [, id]]) => id)
    expect(emitted).to.deep.equal([`created.${idHash}`, `revoked.${idHash}`])
    await next.stop()
  })

  it('are published although unreadable entries stay in the outbox', async () => {
    const sessions = [await signIn(service), await signIn(service), await signIn(service)]
    await service.close()
    await service.redis.del(stream)
    const [damaged = expect.fail(), ...others] = sessions.map(({ accountId }) => outboxOf(accountId))
    const notUtf8 = Buffer.concat([
      Buffer.from('{"id":"odd","type":"odd","detail":"'),
      Buffer.of(0xff),
      Buffer.from('"}'),
    ])
    await service.redis.lpush(damaged, 'no event', '{}', notUtf8)

    const next = await service.startReplica()
    await until(async () => (await service.redis.exists(...others)) === 0)
    await until(async () => (await service.redis.llen(damaged)) === 2)
    await until(async () => service.logText().includes('outbox entries are not events'))
    const emitted = (await service.redis.xrange(stream, '-', '+')).map(([, [, id]]) => id)
    expect(emitted).to.have.members(['odd', ...sessions.map(({ idHash }) => `created.${idHash}`)])
    await next.stop()
  })

  it('are left to the process that is sweeping already', async () => {
    const { accountId } = await signIn(service)
    await service.close()
    await service.redis.del(stream)
    await service.redis.set(`${service.config.redisPrefix}events:sweeper`, 'another process')
    const next = await service.startReplica()
    await signIn(next)
    await until(async () => (await service.redis.xlen(stream)) === 1)
    expect(await service.redis.llen(outboxOf(accountId))).to.equal(1)
    await next.stop()
  })
})
