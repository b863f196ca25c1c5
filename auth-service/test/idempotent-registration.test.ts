import { randomUUID } from 'node:crypto'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { generateSync } from 'otplib'
import {
  type AuthHarness,
  actor,
  client,
  openAuthHarness,
  password,
  problems,
  registration,
} from './auth-harness.ts'

const day = 24 * 60 * 60_000

describe('Auth.Register with an idempotency key', () => {
  let stack: AuthHarness
  let replica: Awaited<ReturnType<AuthHarness['replica']>>
  before(async () => {
    stack = await openAuthHarness()
    replica = await stack.replica()
  })
  after(async () => {
    await replica.close()
    await stack.close()
  })

  const fields = (email = `${randomUUID()}@gatehouse.test`) => ({
    email,
    password,
    globalName: 'Ann',
    idempotencyKey: randomUUID(),
  })
  const codeOf = async (call: Promise<unknown>) => (await rejected(call)).code
  const accountsWith = (email: string) => stack.accounts.countDocuments({ emailKey: email })

  it('signs in to the account of the first request, with a session of its own', async () => {
    const sent = registration(fields())
    const [first, second] = [await stack.auth.register(sent), await replica.auth.register(sent)]
    expect(second.signedIn?.accountId).to.equal(first.signedIn?.accountId)
    expect(second.signedIn?.deviceToken).to.be.a('string')
    const sessions = stack.sessions.created.filter(({ accountId }) => accountId === first.signedIn?.accountId)
    expect(sessions).to.have.length(2)
    expect(await accountsWith(sent.email ?? '')).to.equal(1)
  })

  it('creates one account for concurrent requests to two replicas', async () => {
    for (let round = 0; round < 5; round++) {
      const sent = registration(fields())
      const responses = await Promise.all(
        [stack.auth, replica.auth, stack.auth, replica.auth].map((auth) => auth.register(sent)),
      )
      expect(new Set(responses.map(({ signedIn }) => signedIn?.accountId)).size).to.equal(1)
      expect(await accountsWith(sent.email ?? '')).to.equal(1)
    }
  })

  it('creates one account without an email for concurrent requests', async () => {
    const sent = registration({ idempotencyKey: randomUUID(), globalName: 'Nobody' })
    const responses = await Promise.all(
      [stack.auth, replica.auth, stack.auth].map((auth) => auth.register(sent)),
    )
    expect(new Set(responses.map(({ signedIn }) => signedIn?.accountId)).size).to.equal(1)
  })

  it('rejects the key with another field', async () => {
    const sent = fields()
    await stack.register(sent)
    for (const other of [
      { password: 'another-kz7!mQ2' },
      { globalName: 'Bea' },
      { email: 'other@gatehouse.test' },
    ])
      expect(await codeOf(stack.auth.register(registration({ ...sent, ...other })))).to.equal(
        'IDEMPOTENCY_KEY_REUSED',
      )
  })

  it('does not apply from another address, or without the key', async () => {
    const sent = fields()
    await stack.register(sent)
    for (const other of [{ client: { ...client, address: '192.0.2.8' } }, { idempotencyKey: undefined }])
      expect(
        problems(await rejected(stack.auth.register(registration({ ...sent, ...other })))),
      ).to.deep.equal(['email:EMAIL_ALREADY_IN_USE'])
  })

  it('does not keep the key of a rejected registration', async () => {
    const sent = fields()
    await rejected(stack.auth.register(registration({ ...sent, consent: false })))
    expect(await stack.register(sent)).not.to.equal('')
  })

  it('grants no session after the password was changed or the account closed', async () => {
    const changed = fields()
    const id = await stack.register(changed)
    stack.clock.advance(1000)
    const proof = actor(id, stack.clock.now())
    await stack.updateMe({ actor: proof, client, password, newPassword: 'kz7!mQ2x-new' })
    expect(await codeOf(stack.auth.register(registration(changed)))).to.equal('IDEMPOTENCY_KEY_REUSED')

    const closed = fields()
    const closedId = await stack.register(closed)
    await stack.auth.disableMe({ actor: actor(closedId, stack.clock.now()), client, password })
    expect(await codeOf(stack.auth.register(registration(closed)))).to.equal('IDEMPOTENCY_KEY_REUSED')
  })

  it('grants no session once the account has a second factor', async () => {
    const sent = registration(fields())
    const { signedIn } = await stack.auth.register(sent)
    const proved = { actor: actor(signedIn?.accountId ?? '', stack.clock.now()), client }
    const { secret } = await stack.auth.setUpTotp(proved)
    const code = generateSync({ strategy: 'totp', secret, epoch: Math.floor(stack.clock.now() / 1000) })
    await stack.auth.enableTotp({ ...proved, code, endOtherSessions: false })
    expect(await codeOf(stack.auth.register(sent))).to.equal('IDEMPOTENCY_KEY_REUSED')
  })

  it('expires after a day', async () => {
    const sent = { globalName: 'Cleo', idempotencyKey: randomUUID() }
    const first = await stack.register(sent)
    stack.clock.advance(day - 1000)
    expect(await stack.register(sent)).to.equal(first)
    stack.clock.advance(1000)
    expect(await stack.register(sent)).not.to.equal(first)
  })
})
