import { ProofMethod } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import type { JWTPayload } from 'jose'
import { actor, client, problems } from './auth-harness.ts'
import { useMails } from './mail-harness.ts'
import { minute } from './own-account.ts'
import { signedIn, ssoEnv, useSsoWith } from './sso-harness.ts'
import { codeIn } from './token-in.ts'

const wrong = ['second_factor.email_code:INVALID_VERIFICATION_CODE']

describe('a proof of identity by mail', () => {
  const { own, idp, configure, start, complete, signIn, person } = useSsoWith(
    useMails({ ...ssoEnv, GATEHOUSE_IP_AUTHORIZATION: 'off', GATEHOUSE_LIMITS_SCALE: '1' }),
  )
  const sessionOf = (id: string, sessionIdHash = 'own') => ({
    actor: { ...actor(id), sessionIdHash },
    client,
  })
  /** Signs in again, with a provider that says or does not say when. */
  const signInAgain = async (claims: JWTPayload) => {
    const { authorizationUrl } = await start({ freshSignIn: true })
    return signedIn(await complete(await idp.provider.signIn(authorizationUrl, claims))).accountId
  }
  /** An account of a person whose provider sends no `auth_time`. */
  const employee = async () => {
    const claims = person()
    return { claims, email: claims.email, id: await signInAgain(claims) }
  }
  const methodsOf = async (id: string) =>
    (await rejected(own.stack.auth.assertStepUp(sessionOf(id)))).data.methods
  const mailsTo = (address: string) =>
    own.smtp.mails.filter(
      ({ recipients, subject }) => recipients.includes(address) && subject?.startsWith('Code to'),
    )
  const send = async ({ id, email }: { id: string; email: string }, sessionIdHash?: string) => {
    const before = mailsTo(email).length
    await own.stack.auth.sendStepUpEmail(sessionOf(id, sessionIdHash))
    return codeIn(
      await until(async () => mailsTo(email)[before] ?? Promise.reject(new Error('no mail arrived'))),
    )
  }
  const prove = (id: string, emailCode: string, sessionIdHash?: string) =>
    own.stack.auth.assertStepUp({
      ...sessionOf(id, sessionIdHash),
      secondFactor: { method: 0, code: '', emailCode },
    })
  const rejection = async (call: Promise<unknown>) => {
    const error = await rejected(call)
    return error.fields.length > 0 ? problems(error) : [error.code]
  }

  it('is offered after a new sign-in of which the provider does not say when it was', async () => {
    const claims = person()
    const { accountId } = signedIn(await signIn(claims))
    expect(await methodsOf(accountId)).to.deep.equal(['sso'])
    await signInAgain(claims)
    expect(await methodsOf(accountId)).to.deep.equal(['sso', 'email'])
    const auth_time = Math.floor(own.stack.clock.now() / 1000)
    await signInAgain({ ...claims, auth_time })
    expect(await methodsOf(accountId)).to.deep.equal(['sso'])
  })

  it('proves the identity of its session, once', async () => {
    const ada = await employee()
    const code = await send(ada)
    await prove(ada.id, code.toLowerCase())
    const { accountId, methods } = own.stack.sessions.proofs.at(-1) ?? {}
    expect([accountId, methods]).to.deep.equal([ada.id, [ProofMethod.EMAIL]])
    expect(await rejection(prove(ada.id, code))).to.deep.equal(wrong)
    const events = await own.stack.audit
      .find({ accountId: ada.id, type: 'account.step_up' })
      .sort({ _id: 1 })
      .toArray()
    expect(events.map(({ outcome, detail }) => [outcome, detail.method])).to.deep.equal([
      ['ok', 'email'],
      ['failed', 'email'],
    ])
    expect(own.stack.logged.text()).to.not.contain(code)
  })

  it('is nothing in another session, for another account, and after ten minutes', async () => {
    const [ada, bob] = [await employee(), await employee()]
    const code = await send(ada)
    expect(await rejection(prove(ada.id, code, 'another'))).to.deep.equal(wrong)
    expect(await rejection(prove(bob.id, code))).to.deep.equal(wrong)
    own.stack.clock.advance(10 * minute)
    expect(await rejection(prove(ada.id, code))).to.deep.equal(wrong)
    const older = await send(ada)
    const newer = await send(ada)
    expect(await rejection(prove(ada.id, older))).to.deep.equal(wrong)
    await prove(ada.id, newer)
  })

  it('is used once of many at the same time, and wrong ones are limited', async () => {
    const ada = await employee()
    const code = await send(ada)
    const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => prove(ada.id, code)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(1)
    const next = await send(ada)
    for (let i = 0; i < 12; i += 1) await rejected(prove(ada.id, 'AAAA-AAAA'))
    expect(await rejection(prove(ada.id, next))).to.deep.equal(['RATE_LIMITED'])
  })

  it('is not for an account that has something better', async () => {
    const required = ['SUDO_MODE_REQUIRED']
    const sending = (id: string) => rejection(own.stack.auth.sendStepUpEmail(sessionOf(id)))
    expect(await sending(own.id)).to.deep.equal(required)
    const ada = await employee()
    const code = await send(ada)
    const set = (change: object) => own.stack.accounts.updateOne({ _id: ada.id }, { $set: change })
    await set({ passwordHash: (await own.stack.accounts.findOne({ _id: own.id }))?.passwordHash })
    expect(await sending(ada.id)).to.deep.equal(required)
    expect(await rejection(prove(ada.id, code))).to.deep.equal(required)
    expect(await methodsOf(ada.id)).to.deep.equal(['password', 'sso'])
    await own.stack.accounts.updateOne({ _id: ada.id }, { $unset: { passwordHash: 1 } })
    await set({ factors: { passkeys: [{ id: `key-${ada.id}`, publicKey: 'a', name: 'a', counter: 0 }] } })
    expect(await methodsOf(ada.id)).to.deep.equal(['sso', 'webauthn'])
    expect(await rejection(prove(ada.id, code))).to.deep.equal(required)
  })

  it('ends with single sign-on, and counts malformed codes nowhere', async () => {
    const ada = await employee()
    const code = await send(ada)
    for (const typed of ['', 'x', '123456', 'ABCD-EFG0', '{"$ne":1}'])
      expect(await rejection(prove(ada.id, typed)), typed).to.deep.equal(wrong)
    await configure({ issuer: 'https://other.example', enabled: false })
    expect(await rejection(prove(ada.id, code))).to.deep.equal(['SUDO_MODE_REQUIRED'])
  })
})
