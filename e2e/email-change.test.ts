import { expect } from 'chai'
import { authenticatorApp } from './authenticator-app.ts'
import { type ErrorBody, fieldErrors, openDevStack, type TestAccount } from './dev-stack.ts'
import { codeIn, tokenOf, useReceivedMails } from './received-mails.ts'

type Started = { ticket: string; require_original: boolean; original_proof?: string }
type Me = { email: string; verified: boolean }

describe('a change of the email address over HTTP', () => {
  const { settings, take } = useReceivedMails()
  const stack = openDevStack({ settings })
  const newPassword = 'another one, kz7!'

  const step = <Body = ErrorBody>({ token }: TestAccount, path: string, body: object = {}) =>
    stack.post<Body>(`/users/@me/email-change/${path}`, { token, body })
  const me = async (token: string) => (await stack.get<Me>('/users/@me', { token })).body

  async function tokenFor(account: TestAccount, email: string, newEmail: string): Promise<string> {
    const { body: started } = await step<Started>(account, 'start')
    const { ticket } = started
    let original_proof = started.original_proof
    if (original_proof === undefined) {
      const code = await take(email, codeIn)
      const proved = await step<{ original_proof: string }>(account, 'verify-original', { ticket, code })
      original_proof = proved.body.original_proof
    }
    const requested = await step(account, 'request-new', { ticket, new_email: newEmail, original_proof })
    expect(requested.status).to.equal(200)
    expect(requested.body).to.include({ ticket, new_email: newEmail })
    const code = await take(newEmail, codeIn)
    const verified = await step<{ email_token: string }>(account, 'verify-new', {
      ticket,
      code,
      original_proof,
    })
    return verified.body.email_token
  }
  const change = async (account: TestAccount, email: string, newEmail: string) =>
    stack.patch<Me>('/users/@me', {
      token: account.token,
      body: { email_token: await tokenFor(account, email, newEmail), password: account.password },
    })

  const registerVerified = async (name: string) => {
    const account = await stack.register(name)
    await stack.post('/auth/verify', { body: { token: await take(account.email, tokenOf('verify')) } })
    return account
  }

  it('requires a session and a proof of both addresses', async () => {
    const account = await stack.register('mover')
    expect((await stack.post('/users/@me/email-change/start')).status).to.equal(401)
    await stack.post('/auth/verify', { body: { token: await take(account.email, tokenOf('verify')) } })
    const { status, body, headers } = await step<Started>(account, 'start')
    expect([status, body.require_original, 'original_proof' in body]).to.deep.equal([200, true, false])
    expect(headers.get('cache-control')).to.equal('no-store')
    const { ticket } = body
    const wrong = await step(account, 'verify-original', { ticket, code: 'AAAA-AAAA' })
    expect([wrong.status, fieldErrors(wrong.body)]).to.deep.equal([400, ['code:INVALID_VERIFICATION_CODE']])
    const early = { ticket, new_email: 'x@gatehouse.test', original_proof: 'guessed' }
    expect(fieldErrors((await step(account, 'request-new', early)).body)).to.deep.equal([
      'ticket:ORIGINAL_EMAIL_MUST_BE_VERIFIED_FIRST',
    ])
    const empty = await step(account, 'verify-new', {})
    expect(fieldErrors(empty.body)).to.have.members([
      'ticket:REQUIRED',
      'code:REQUIRED',
      'original_proof:REQUIRED',
    ])
    const resent = await step(account, 'resend-original', { ticket })
    expect(resent.status).to.equal(429)
    expect(Number(resent.headers.get('retry-after'))).to.be.within(1, 30)
    const direct = { token: account.token, body: { email: 'x@gatehouse.test', password: account.password } }
    expect(fieldErrors((await stack.patch('/users/@me', direct)).body)).to.deep.equal([
      'email:EMAIL_MUST_BE_CHANGED_VIA_TOKEN',
    ])
  })

  it('changes the address, and ends every other session', async () => {
    const account = await registerVerified('mover')
    const other = await stack.signIn(account)
    const target = `moved-${account.user_id}@gatehouse.test`
    const changed = await change(account, account.email, target)
    expect([changed.status, changed.body.email, changed.body.verified]).to.deep.equal([200, target, true])
    expect((await stack.get('/users/@me', { token: other })).status).to.equal(401)
    expect((await me(account.token)).email).to.equal(target)
    const login = (email: string) =>
      stack.post('/auth/login', { body: { email, password: account.password } })
    expect([(await login(account.email)).status, (await login(target)).status]).to.deep.equal([400, 200])
  })

  it('is reverted by the owner of the first address, whatever happened since', async () => {
    const account = await registerVerified('victim')
    const [first, second] = ['thief', 'accomplice'].map((name) => `${name}-${account.user_id}@gatehouse.test`)
    await change(account, account.email, first ?? '')
    const token = await take(account.email, tokenOf('revert'))
    const thief = { ...account, email: first ?? '' }
    await change(thief, thief.email, second ?? '')
    const later = await take(thief.email, tokenOf('revert'))
    const stolen = { password: account.password, new_password: 'of the thief, kz7!' }
    await stack.patch('/users/@me', { token: account.token, body: stolen })

    const taken = { email: account.email, password: newPassword, consent: true, date_of_birth: '1990-01-01' }
    expect(fieldErrors((await stack.post('/auth/register', { body: taken })).body)).to.deep.equal([
      'email:EMAIL_ALREADY_IN_USE',
    ])
    const revert = (body: object) =>
      stack.post<{ token: string; user_id: string }>('/auth/email-revert', { body })
    const common = await revert({ token, password: 'password' })
    expect(fieldErrors(common.body as unknown as ErrorBody)).to.deep.equal([
      'password:PASSWORD_IS_TOO_COMMON',
    ])
    const reverted = await revert({ token, password: newPassword })
    expect([reverted.status, reverted.body.user_id]).to.deep.equal([200, account.user_id])
    expect(reverted.headers.get('set-cookie')).to.contain('gatehouse_device=')
    expect(await me(reverted.body.token)).to.include({ email: account.email, verified: true })
    expect((await stack.get('/users/@me', { token: account.token })).status).to.equal(401)
    for (const used of [token, later]) {
      const again = await revert({ token: used, password: newPassword })
      expect(fieldErrors(again.body as unknown as ErrorBody)).to.deep.equal([
        'token:INVALID_OR_EXPIRED_REVERT_TOKEN',
      ])
    }
  })

  it('is reverted without the second factor of a thief, but not without that of the owner', async () => {
    const app = authenticatorApp(stack)
    const revertOf = async (account: TestAccount) => {
      const token = await take(account.email, tokenOf('revert'))
      const { body } = await stack.post<{ token?: string; mfa?: true }>('/auth/email-revert', {
        body: { token, password: newPassword },
      })
      return body
    }

    const robbed = await stack.register('victim')
    await change(robbed, robbed.email, `thief-${robbed.user_id}@gatehouse.test`)
    await app.enable(robbed)
    const { token = '' } = await revertOf(robbed)
    expect((await stack.get('/users/@me', { token })).body).to.deep.include({
      mfa_enabled: false,
      authenticator_types: [],
    })

    const careful = await registerVerified('victim')
    await app.enable(careful)
    await change(careful, careful.email, `thief-${careful.user_id}@gatehouse.test`)
    const pending = await revertOf(careful)
    expect([pending.mfa, pending.token]).to.deep.equal([true, undefined])
  })
})
