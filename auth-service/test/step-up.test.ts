import { ProofMethod } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { type AuthHarness, actor, client, openAuthHarness, password, problems } from './auth-harness.ts'

const minute = 60_000

describe('Auth.AssertStepUp', () => {
  let stack: AuthHarness
  let ann: string
  before(async () => {
    stack = await openAuthHarness()
    ann = await stack.register({ email: 'ann@gatehouse.test', password })
  })
  after(() => stack.close())
  const ago = (ms: number) => stack.clock.now() - ms

  it('requires a proof if there is none or it is older than five minutes', async () => {
    for (const caller of [actor(ann), actor(ann, ago(5 * minute + 1)), actor(ann, ago(-5 * minute - 1))]) {
      const error = await rejected(stack.auth.assertStepUp({ client, actor: caller }))
      expect(error.code).to.equal('SUDO_MODE_REQUIRED')
      expect(error.data).to.deep.equal({ has_mfa: false, methods: ['password'] })
    }
  })

  it('measures the five minutes by the clock of the service', async () => {
    const caller = actor(ann, stack.clock.now())
    await stack.auth.assertStepUp({ client, actor: caller })
    stack.clock.advance(5 * minute)
    await stack.auth.assertStepUp({ client, actor: caller })
    stack.clock.advance(1)
    expect((await rejected(stack.auth.assertStepUp({ client, actor: caller }))).code).to.equal(
      'SUDO_MODE_REQUIRED',
    )
  })

  it('rejects a wrong password even if no proof is needed', async () => {
    for (const wrong of ['wrong password', '', ` ${password}`]) {
      const error = await rejected(
        stack.auth.assertStepUp({ client, actor: actor(ann, ago(0)), password: wrong }),
      )
      expect(problems(error)).to.deep.equal(['password:INVALID_PASSWORD'])
    }
    expect(stack.sessions.proofs).to.deep.equal([])
  })

  it('rejects a password for an account that has none', async () => {
    const id = await stack.register()
    const error = await rejected(stack.auth.assertStepUp({ client, actor: actor(id), password }))
    expect(problems(error)).to.deep.equal(['password:PASSWORD_NOT_SET'])
  })

  it('accepts an account without password and second factor', async () => {
    await stack.auth.assertStepUp({ client, actor: actor(await stack.register()) })
  })

  it('stores the proof of a right password with the session', async () => {
    await stack.auth.assertStepUp({ client, actor: actor(ann), password })
    expect(stack.sessions.proofs.at(-1)).to.deep.equal({
      accountId: ann,
      idHash: 'hash',
      methods: [ProofMethod.PASSWORD],
    })
  })

  it('rejects ended sessions and closed or erased accounts with UNAUTHORIZED', async () => {
    const closed = await stack.register({ email: 'closed@gatehouse.test', password })
    await stack.admin.disableAccount({ id: closed })
    for (const request of [
      { actor: { ...actor(ann), sessionIdHash: 'gone' }, password },
      { actor: actor('1'), password },
      { actor: actor(closed, ago(0)) },
      { actor: undefined },
    ]) {
      expect((await rejected(stack.auth.assertStepUp({ client, ...request }))).code).to.equal('UNAUTHORIZED')
    }
  })
})
