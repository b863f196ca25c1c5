import { createHash } from 'node:crypto'
import { ProofMethod } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import {
  day,
  isLive,
  laptop,
  minute,
  newAccountId,
  type RunningService,
  signIn,
  startService,
} from './running-service.ts'

describe('Sessions.Create', () => {
  let service: RunningService
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  it('returns a token and its session', async () => {
    const accountId = newAccountId()
    const now = new Date(service.clock.now())
    const { token, session } = await service.client.create({
      accountId,
      client: laptop,
      proofMethods: [ProofMethod.PASSWORD, ProofMethod.TOTP, ProofMethod.TOTP],
    })
    expect(session).to.deep.include({
      idHash: createHash('sha256').update(token).digest('base64url'),
      accountId,
      createdAt: now,
      lastUsedAt: now,
      browser: 'Chrome',
      os: 'Windows',
      platform: 'desktop',
      provedAt: now,
      proofMethods: [ProofMethod.PASSWORD, ProofMethod.TOTP],
    })
    expect(session?.location).to.include({ city: 'Zürich', country: 'CH' })
  })

  it('stores only the SHA-256 of the token', async () => {
    const { token, accountId, idHash } = await signIn(service)
    const stored = await service.redis.hgetall(service.keyOf(accountId))
    expect(Object.keys(stored)).to.deep.equal([idHash])
    expect(JSON.stringify(stored)).not.to.contain(token.slice(-43))
    expect(stored[idHash]).to.contain('203.0.113.7')
  })

  it('never logs a token', async () => {
    const { token } = await signIn(service)
    await service.client.verify({ token })
    await service.client.revokeToken({ token })
    expect(service.logText()).to.contain('session created')
    expect(service.logText()).not.to.contain(token.slice(-43))
  })

  it('omits what the client does not send', async () => {
    const { session } = await service.client.create({
      accountId: newAccountId(),
      client: { address: '192.0.2.9', userAgent: 'node', location: undefined },
      proofMethods: [],
    })
    const unpublished = { browser: undefined, os: undefined, platform: undefined, location: undefined }
    expect(session).to.include({ ...unpublished, provedAt: undefined })
    expect(session?.proofMethods).to.deep.equal([])
  })

  it('returns the network of the address, also of an IPv4-mapped one', async () => {
    for (const [address, prefix] of [
      ['203.0.113.7', '203.0.113.0/24'],
      ['::ffff:203.0.113.7', '203.0.113.0/24'],
      ['2001:db8:1:2::3', '2001:db8:1::/48'],
    ] as const) {
      const client = { ...laptop, address }
      const { token } = await service.client.create({ accountId: newAccountId(), client, proofMethods: [] })
      expect((await service.client.verify({ token })).session?.addressPrefix).to.equal(prefix)
    }
  })

  for (const [client, path] of [
    [undefined, 'client'],
    [{ ...laptop, address: '' }, 'client.address'],
    [{ ...laptop, address: '10.0.0.1, 10.0.0.2' }, 'client.address'],
  ] as const) {
    it(`rejects the client ${JSON.stringify(client)}`, async () => {
      const error = await rejected(service.client.create({ accountId: '1', client, proofMethods: [] }))
      expect([error.code, error.fields[0]?.path]).to.deep.equal(['INVALID_FORM_BODY', path])
    })
  }

  const wrongIds = ['', '01', '-1', 'abc', '1.5', '9223372036854775808', '1}', '{1', '1\n', ' 1']
  for (const accountId of wrongIds) {
    it(`rejects the account id ${JSON.stringify(accountId)}`, async () => {
      const error = await rejected(service.client.create({ accountId, client: laptop, proofMethods: [] }))
      expect(error.code).to.equal('INVALID_FORM_BODY')
      expect(error.fields[0]?.path).to.equal('account_id')
    })
  }

  for (const method of [ProofMethod.UNSPECIFIED, 99]) {
    it(`rejects the proof method ${method}`, async () => {
      // 99 is no ProofMethod: what a newer or broken caller would send.
      const proofMethods = [method as ProofMethod]
      const error = await rejected(service.client.create({ accountId: '1', client: laptop, proofMethods }))
      expect(error.fields[0]).to.include({ path: 'proof_methods', code: 'INVALID_FORMAT' })
    })
  }

  for (const [signInMethod, signInFactor, problem] of [
    ['', undefined, 'sign_in_method INVALID_FORMAT'],
    ['pass word', undefined, 'sign_in_method INVALID_FORMAT'],
    ['password\n', undefined, 'sign_in_method INVALID_FORMAT'],
    ['p'.repeat(33), undefined, 'sign_in_method INVALID_FORMAT'],
    ['password', '', 'sign_in_factor INVALID_FORMAT'],
    ['password', 'TOTP', 'sign_in_factor INVALID_FORMAT'],
    [undefined, 'totp', 'sign_in_method REQUIRED'],
  ] as const) {
    it(`rejects the sign-in ${JSON.stringify([signInMethod, signInFactor])}`, async () => {
      const request = { accountId: newAccountId(), client: laptop, proofMethods: [] }
      const error = await rejected(service.client.create({ ...request, signInMethod, signInFactor }))
      expect(error.fields.map(({ path, code }) => `${path} ${code}`)).to.deep.equal([problem])
      expect((await service.client.list(request)).sessions).to.deep.equal([])
    })
  }
})

describe('the cap on live sessions', () => {
  let service: RunningService
  beforeEach(async () => {
    service = await startService({ GATEHOUSE_SESSION_CAP: '3' })
  })
  afterEach(() => service.stop())

  it('is 100 unless set otherwise', async () => {
    const usual = await startService()
    const accountId = newAccountId()
    const tokens = []
    for (let i = 0; i < 101; i++) {
      tokens.push((await signIn(usual, accountId)).token)
      usual.clock.advance(1)
    }
    expect((await usual.client.list({ accountId })).sessions).to.have.length(100)
    expect((await rejected(usual.client.verify({ token: tokens[0] ?? '' }))).code).to.equal('UNAUTHORIZED')
    await usual.client.verify({ token: tokens[1] ?? '' })
    await usual.stop()
  })

  it('evicts the least recently used session, including buffered uses', async () => {
    const accountId = newAccountId()
    const tokens: string[] = []
    for (let i = 0; i < 3; i++) {
      tokens.push((await signIn(service, accountId)).token)
      service.clock.advance(minute)
    }
    await service.client.verify({ token: tokens[0] ?? '' })
    await signIn(service, accountId)
    expect(await Promise.all(tokens.map((token) => isLive(service, { token })))).to.deep.equal([
      true,
      false,
      true,
    ])
  })

  it('evicts sessions that were never used before the least recently used one', async () => {
    const accountId = newAccountId()
    const used = await signIn(service, accountId)
    await service.client.verify(used)
    const unused: { token: string }[] = []
    for (let i = 0; i < 5; i++) {
      service.clock.advance(minute)
      unused.push(await signIn(service, accountId))
    }
    expect(await isLive(service, used)).to.equal(true)
    expect(await Promise.all(unused.map((one) => isLive(service, one)))).to.deep.equal([
      ...[false, false, false],
      ...[true, true],
    ])
  })

  it('evicts no live session while there are expired ones', async () => {
    const accountId = newAccountId()
    const old = await signIn(service, accountId)
    for (let i = 0; i < 7; i++) {
      service.clock.advance(25 * day)
      await service.client.verify({ token: old.token })
      await service.client.list({ accountId })
    }
    const live = [await signIn(service, accountId), await signIn(service, accountId)]
    service.clock.advance(2 * day)
    await service.client.verify({ token: old.token })
    // Past its absolute end the old one is the most recently used, and expired.
    service.clock.advance(4 * day)
    await signIn(service, accountId)
    expect(await Promise.all(live.map((one) => isLive(service, one)))).to.deep.equal([true, true])
    expect(await service.redis.hlen(service.keyOf(accountId))).to.equal(3)
  })

  it('holds for 50 concurrent sign-ins at two replicas', async () => {
    const replica = await service.startReplica()
    const accountId = newAccountId()
    const made = await Promise.all(
      Array.from({ length: 50 }, (_, i) => signIn(i % 2 ? service : replica, accountId)),
    )
    expect(await service.redis.hlen(service.keyOf(accountId))).to.equal(3)
    const live = await Promise.all(made.map((one) => isLive(service, one)))
    expect(live.filter(Boolean)).to.have.length(3)
    await replica.stop()
  })

  it('applies to each account separately', async () => {
    const ann = await signIn(service)
    const bob = newAccountId()
    for (let i = 0; i < 5; i++) await signIn(service, bob)
    expect(await isLive(service, ann)).to.equal(true)
  })
})
