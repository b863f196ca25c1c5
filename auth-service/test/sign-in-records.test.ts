import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { readEventJson } from '@gatehouse/service-kit/events/event-json'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { Redis } from 'ioredis'
import { client, password } from './auth-harness.ts'
import { idHashOf } from './fake-upstreams.ts'
import { useOwnAccount } from './own-account.ts'
import { useSessionEvents } from './session-events.ts'
import { totpAccount } from './totp-account.ts'

describe('the audit record of a sign-in whose session-service puts it into the event of the session', () => {
  const { own, login, loginRejection } = useOwnAccount()
  const publish = useSessionEvents(own)
  beforeEach(() => {
    own.stack.sessions.hasSignIn = true
    own.stack.sessions.beforeEndAttempt = async () => {}
  })

  const created = () => ({
    type: 'session.created',
    sessionIdHash: idHashOf(own.id),
    address: client.address,
    requestId: 'request-9',
  })
  const records = (accountId = own.id) =>
    own.stack.audit.find({ accountId, type: 'account.sign_in' }).sort({ _id: 1 }).toArray()
  const outcomes = async () => (await records()).map(({ outcome, detail }) => ({ outcome, ...detail }))
  const untilOutcomes = (expected: object[]) =>
    until(async () => expect(await outcomes()).to.deep.equal(expected))
  const lastRequest = () => {
    const { signInMethod, signInFactor } = own.stack.sessions.created.at(-1) ?? {}
    return { signInMethod, signInFactor }
  }

  it('is made of that event, once, and published under an id of its own', async () => {
    const detail = { methods: 'password,totp', sign_in: 'password', factor: 'totp' }
    const id = await publish({ ...created(), detail })
    await until(async () => expect(await records()).to.have.length(1))
    const [record] = await records()
    expect(record).to.deep.include({
      at: new Date(own.stack.clock.now()),
      outcome: 'ok',
      sessionIdHash: idHashOf(own.id),
      address: client.address,
      requestId: 'request-9',
      detail: { method: 'password', factor: 'totp' },
    })

    const redis = new Redis(own.stack.store.redisUrl)
    const key = `${own.stack.store.redisPrefix}events:auth`
    const published = async () => {
      const entries = (await redis.xrange(key, '-', '+')).map(([, fields]) => fields)
      return entries
        .filter((fields) => fields.includes('account.sign_in') && fields.includes(own.id))
        .map((fields) => readEventJson(fields.at(-1) ?? ''))
    }
    await until(async () => expect(await published()).to.have.length(1))
    const [event] = await published()
    expect(event?.id).to.equal(String(BigInt(record?._id ?? '')))
    expect(event).to.deep.include({ type: 'account.sign_in', detail: record?.detail, accountId: own.id })
    redis.disconnect()

    await until(async () => {
      const [stored] = await records()
      expect(stored?.outbox?.state).to.equal('published')
    })
    // Delivered again, with another one after it to wait for.
    await publish({ ...created(), id, detail })
    await publish({ ...created(), detail: { methods: 'password' } })
    expect(await records()).to.have.length(1)
  })

  it('has neither address nor details if the account is erased', async () => {
    const stranger = '1541815603606036480'
    await own.stack.accounts.insertOne({ _id: stranger, status: 'deleted' } as never)
    await publish({ ...created(), accountId: stranger, detail: { sign_in: 'password' } })
    await until(async () => {
      const [record] = await records(stranger)
      expect(record).to.deep.include({ outcome: 'ok', address: null, sessionIdHash: null, detail: {} })
    })
  })

  it('is not made by auth-service, which names method and factor to session-service', async () => {
    await login()
    expect(lastRequest()).to.deep.equal({ signInMethod: 'password', signInFactor: undefined })
    const totp = totpAccount(own)
    const { secret } = await totp.enable()
    await totp.complete(await totp.ticket(), totp.codeOf(secret))
    expect(lastRequest()).to.deep.equal({ signInMethod: 'password', signInFactor: 'totp' })
    expect((await outcomes()).filter(({ outcome }) => outcome === 'ok')).to.deep.equal([])
  })

  it('is made by auth-service if a former session-service does not put it there', async () => {
    own.stack.sessions.hasSignIn = undefined
    await login()
    expect(await outcomes()).to.deep.equal([{ outcome: 'ok', method: 'password' }])
  })

  const undelivered = { outcome: 'failed', method: 'password', reason: 'undelivered' }
  for (const [what, happens, code] of [
    ['was suspended', () => own.stack.admin.disableAccount({ id: own.id }), 'ACCOUNT_SUSPENDED_PERMANENTLY'],
    [
      'got another password',
      () => own.stack.admin.setPassword({ id: own.id, password: 'another-kz7!mQ2x' }),
      'SERVICE_UNAVAILABLE',
    ],
  ] as const) {
    it(`is followed by one of the rejection if the account ${what} meanwhile`, async () => {
      own.stack.clock.advance(1)
      own.stack.sessions.beforeCreate = async () => void (await happens())
      expect((await loginRejection()).code).to.equal(code)
      await untilOutcomes([{ ...undelivered, problem: code }])
      const [record] = await records()
      expect(record?.sessionIdHash).to.equal(idHashOf(own.id))
    })

    it(`is the only one of a former session-service if the account ${what} meanwhile`, async () => {
      own.stack.sessions.hasSignIn = undefined
      own.stack.clock.advance(1)
      own.stack.sessions.beforeCreate = async () => void (await happens())
      expect((await loginRejection()).code).to.equal(code)
      expect(await outcomes()).to.deep.equal([])
    })
  }

  it('is followed by one of the rejection if the session has no response, but was made', async () => {
    own.stack.sessions.beforeCreate = async () => {
      throw new ServiceError('SERVICE_UNAVAILABLE')
    }
    expect((await loginRejection()).code).to.equal('SERVICE_UNAVAILABLE')
    await untilOutcomes([{ ...undelivered, problem: 'SERVICE_UNAVAILABLE' }])
  })

  it('is followed by one of the rejection if the caller left', async () => {
    const caller = new AbortController()
    own.stack.guilds.beforeRedeem = async () => caller.abort()
    const request = { client, email: own.email, password, inviteCode: 'welcome' }
    await rejected(own.stack.auth.login(request, { signal: caller.signal }))
    await untilOutcomes([{ ...undelivered, problem: 'UPSTREAM_TIMEOUT' }])
    own.stack.guilds.beforeRedeem = async () => {}
  })
})
