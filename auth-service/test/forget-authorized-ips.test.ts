import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { actor, client, password, problems } from './auth-harness.ts'
import { useWaitingSignIns } from './waiting-sign-ins.ts'

describe('Auth.ForgetAuthorizedIps', () => {
  const { own, proved, signIn, wait, authorize, poll } = useWaitingSignIns()
  const addresses = () => own.stack.authorizedAddresses.countDocuments({ accountId: own.id })
  const forget = (request: { actor: ReturnType<typeof actor>; password?: string }) =>
    own.stack.auth.forgetAuthorizedIps({ client, ...request })

  it('rejects callers without a proof, with a wrong password, and of closed accounts', async () => {
    expect((await rejected(forget({ actor: actor(own.id) }))).code).to.equal('SUDO_MODE_REQUIRED')
    const wrong = await rejected(forget({ ...proved(), password: 'not the password' }))
    expect(problems(wrong)).to.deep.equal(['password:INVALID_PASSWORD'])
    expect(await addresses()).to.equal(1)
    await own.stack.auth.disableMe(proved())
    expect((await rejected(forget(proved()))).code).to.equal('UNAUTHORIZED')
  })

  it('makes the next sign-in from every address wait, and leaves sign-ins that wait', async () => {
    const { ticket, token } = await wait()
    await signIn(client)
    await forget({ actor: actor(own.id), password })
    expect(await addresses()).to.equal(0)
    expect((await rejected(signIn(client))).code).to.equal('IP_AUTHORIZATION_REQUIRED')
    await authorize(token)
    expect((await poll(ticket))?.accountId).to.equal(own.id)
    const event = await own.stack.audit.findOne({ accountId: own.id, type: 'account.authorized_ips' })
    expect(event?.outcome).to.equal('ok')
  })

  it('affects no other account', async () => {
    const email = `other-${own.number}@gatehouse.test`
    const other = await own.stack.register({ email, password })
    await forget(proved())
    expect(await own.stack.authorizedAddresses.countDocuments({ accountId: other })).to.equal(1)
  })
})
