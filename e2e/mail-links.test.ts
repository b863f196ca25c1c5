import { expect } from 'chai'
import { heading, press, shows, useAccountPages } from './account-page.ts'
import { authenticatorApp } from './authenticator-app.ts'
import { fieldErrors, openDevStack } from './dev-stack.ts'
import { codeBeside, useReceivedMails } from './received-mails.ts'

describe('links in mails', () => {
  const { settings, tokens, take } = useReceivedMails()
  const stack = openDevStack({
    settings: Object.assign(settings, { GATEHOUSE_APP_URL: 'https://app.example' }),
  })

  const { open, inspect, openSignedIn } = useAccountPages(stack)

  const verify = (token: string) => stack.post('/auth/verify', { body: { token } })

  it('verify an address with the newest mail, once', async () => {
    const { email, token } = await stack.register('unverified')
    const isVerified = async () =>
      (await stack.get<{ verified: boolean }>('/users/@me', { token })).body.verified
    await tokens(email, 'verify')
    expect((await stack.post('/auth/verify/resend', { token })).status).to.equal(204)
    const [older = '', newer = ''] = await tokens(email, 'verify', 2)
    const rejected = await verify(older)
    expect([rejected.status, fieldErrors(rejected.body)]).to.deep.equal([
      400,
      ['token:INVALID_OR_EXPIRED_VERIFICATION_TOKEN'],
    ])
    expect(await isVerified()).to.equal(false)
    expect((await verify(newer)).status).to.equal(204)
    expect(await isVerified()).to.equal(true)
    expect((await verify(newer)).body).to.deep.equal(rejected.body)
    expect((await stack.post('/auth/verify/resend', { token })).status).to.equal(204)
    expect((await stack.post('/auth/verify/resend')).status).to.equal(401)
    expect(await tokens(email, 'verify')).to.deep.equal([older, newer])
  })

  it('have a code that verifies with a session of the account, and with no other', async () => {
    const { email, token } = await stack.register('types-code')
    const { token: other } = await stack.register('types-other')
    const code = await take(email, codeBeside('verify'))
    const typed = (options: object, body: object = { code }) =>
      stack.post('/auth/verify', { body, ...options })
    for (const stranger of [{}, { token: 'gh_unknown' }])
      expect((await typed(stranger)).status, JSON.stringify(stranger)).to.equal(401)
    expect(fieldErrors((await typed({ token: other })).body)).to.deep.equal([
      'code:INVALID_VERIFICATION_CODE',
    ])
    expect(fieldErrors((await typed({ token }, {})).body)).to.deep.equal(['token:REQUIRED'])
    expect(fieldErrors((await typed({ token }, { code: null })).body)).to.deep.equal(['code:INVALID_FORMAT'])
    expect((await typed({ token })).status).to.equal(204)
    expect((await stack.get<{ verified: boolean }>('/users/@me', { token })).body.verified).to.equal(true)
  })

  it('reset a password, which ends all sessions', async () => {
    const { email, token } = await stack.register('forgetful')
    const responses = [email, 'nobody@gatehouse.test'].map((each) =>
      stack.post('/auth/forgot', { body: { email: each } }),
    )
    for (const { status, body } of await Promise.all(responses))
      expect([status, body]).to.deep.equal([204, ''])
    const [reset = ''] = await tokens(email, 'reset')
    const body = { token: reset, password: 'another one, kz7!' }
    const common = await stack.post('/auth/reset', { body: { ...body, password: 'password' } })
    expect(fieldErrors(common.body)).to.deep.equal(['password:PASSWORD_IS_TOO_COMMON'])
    const signedIn = await stack.post<{ token: string }>('/auth/reset', { body })
    expect(signedIn.status).to.equal(200)
    expect(signedIn.headers.get('set-cookie')).to.contain('gatehouse_device=')
    expect((await stack.get('/users/@me', { token })).status).to.equal(401)
    expect((await stack.get('/users/@me', { token: signedIn.body.token })).status).to.equal(200)
    const again = await stack.post('/auth/reset', { body })
    expect(fieldErrors(again.body)).to.deep.equal(['token:INVALID_OR_EXPIRED_RESET_TOKEN'])
  })

  it('reset a password without skipping the second factor', async () => {
    const account = await stack.register('forgetful')
    const app = authenticatorApp(stack)
    const { secret } = await app.enable(account)
    const [verification = ''] = await tokens(account.email, 'verify')
    await stack.post('/auth/verify', { body: { token: verification } })
    await stack.post('/auth/forgot', { body: { email: account.email } })
    const [token = ''] = await tokens(account.email, 'reset')
    const password = 'another one, kz7!'
    const reset = await stack.post<{ mfa: true; ticket: string }>('/auth/reset', {
      body: { token, password },
    })
    expect([reset.status, reset.body.mfa]).to.deep.equal([200, true])
    expect(reset.body).not.to.have.property('token')
    expect(reset.headers.get('set-cookie')).to.equal(null)
    expect((await stack.get('/users/@me', { token: account.token })).status).to.equal(401)
    expect((await stack.get('/users/@me', { token: reset.body.ticket })).status).to.equal(401)
    const { status } = await stack.post('/auth/login/mfa/totp', {
      body: { ticket: reset.body.ticket, code: await app.freshCodeOf(secret) },
    })
    expect(status).to.equal(200)
  })

  it('verify an address on the page that they open, with the code of the mail in a browser that the account does not know', async () => {
    const { email, token } = await stack.register('unverified')
    const isVerified = async () =>
      (await stack.get<{ verified: boolean }>('/users/@me', { token })).body.verified
    const path = `/account/verify?lang=en#token=${await tokens(email, 'verify')}`
    const code = await take(email, codeBeside('verify'))
    const page = await open(path)
    await shows(page, email)
    await inspect(page, 'verify')
    expect(new URL(page.url()).hash).to.equal('')
    await page.reload()
    await shows(page, email)
    await press(page, 'Confirm email address')
    await shows(page, 'Fill in this field.')
    await page.getByLabel('Code').fill('AAAA-AAAA')
    await press(page, 'Confirm email address')
    await shows(page, 'This code is incorrect.')
    await inspect(page, 'wrong code')
    expect(await isVerified()).to.equal(false)
    await page.getByLabel('Code').fill(code.toLowerCase())
    await press(page, 'Confirm email address')
    await shows(page, 'Your email address is confirmed.')
    await inspect(page, 'verified')
    expect(await isVerified()).to.equal(true)
    await page.reload()
    await shows(page, 'Your email address is confirmed.')
    expect(await page.getByText('This link is').isVisible()).to.equal(false)
    await page.goto(`${stack.network().urls.gateway}${path}`)
    await shows(page, 'This link is invalid, expired or already used.')
    const again = await open(path)
    await shows(again, 'This link is invalid, expired or already used.')
    await inspect(again, 'not verified')
    await shows(again, 'Sign in to send another mail.')
    await shows(await open('/account/verify?lang=en'), /^This link is incomplete\./)
  })

  it('verify with one press in a browser that is signed in to the account', async () => {
    const account = await stack.register('unverified')
    const [token] = await tokens(account.email, 'verify')
    const page = await openSignedIn(account, `/account/verify?lang=en#token=${token}`)
    await shows(page, account.email)
    expect(await page.getByLabel('Code').isVisible()).to.equal(false)
    await press(page, 'Confirm email address')
    await shows(page, 'Your email address is confirmed.')
  })

  it('can be replaced by the code of the mail from the sessions page', async () => {
    const account = await stack.register('unverified')
    const code = await take(account.email, codeBeside('verify'))
    const page = await openSignedIn(account)
    await page.getByRole('link', { name: 'Enter the code of the mail' }).click()
    await page.getByLabel('Code').fill(code)
    await inspect(page, 'code without a link')
    await press(page, 'Confirm email address')
    await shows(page, 'Your email address is confirmed.')
    expect(await page.getByRole('button', { name: 'Send another mail' }).isVisible()).to.equal(false)
    await page.getByRole('link', { name: 'Deutsch' }).click()
    await shows(page, 'Ihre E-Mail-Adresse ist bestätigt.')
    expect(await page.getByLabel('Code').isVisible()).to.equal(false)
  })

  it('are sent again from the sessions page and from an expired link', async () => {
    const account = await stack.register('unverified')
    const [expired] = await tokens(account.email, 'verify')
    const page = await openSignedIn(account)
    await shows(page, /^Your email address is not confirmed yet\./)
    await inspect(page, 'sessions of an unverified account')
    await press(page, 'Send another mail')
    await shows(page, /^A new mail is on its way\./)
    await tokens(account.email, 'verify', 2)
    // A navigation that changes only the fragment would not load the page.
    await page.goto(`${stack.network().urls.gateway}/account/verify?lang=en#token=${expired}`)
    await shows(page, 'This link is invalid, expired or already used.')
    await inspect(page, 'expired verification of a signed-in account')
    await press(page, 'Send another mail')
    await shows(page, /^A new mail is on its way\./)
    const newest = (await tokens(account.email, 'verify', 3)).at(-1) ?? ''
    expect((await verify(newest)).status).to.equal(204)
    await page.goto(`${stack.network().urls.gateway}/account/sessions?lang=en`)
    await shows(page, 'Chrome on Linux')
    expect(await page.getByText('Your email address is not confirmed yet.').isVisible()).to.equal(false)
  })

  it('reset a password on the page that they open, with the keyboard only', async () => {
    const { email, password, token } = await stack.register('forgetful')
    const isSignedIn = async () => (await stack.get('/users/@me', { token })).status === 200
    const page = await open('/account/sign-in?lang=en')
    await page.getByRole('link', { name: 'Forgot password?' }).press('Enter')
    await heading(page, 'Forgot your password?')
    await inspect(page, 'forgot')
    await page.getByLabel('Email', { exact: true }).fill('zoe@')
    await press(page, 'Send link')
    await shows(page, 'Enter a valid email address, such as name@example.com.')
    await inspect(page, 'forgot with an invalid address')
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.keyboard.press('Enter')
    await shows(page, /^If an account has this address/)
    await inspect(page, 'link sent')
    const response = await page.locator('#sent').textContent()
    const path = `/account/reset?lang=en#token=${await tokens(email, 'reset')}`
    const reset = await open(path)
    await shows(reset, email)
    await shows(reset, /^Nobody has confirmed this email address yet\. So passkeys/)
    await inspect(reset, 'reset')
    await reset.reload()
    await shows(reset, email)
    expect(await reset.locator('input[autocomplete=username]').inputValue()).to.equal(email)
    expect(new URL(reset.url()).hash).to.equal('')
    expect(await isSignedIn()).to.equal(true)
    const input = reset.getByLabel('New password')
    expect(await input.getAttribute('autocomplete')).to.equal('new-password')
    await reset.keyboard.type('password')
    await reset.keyboard.press('Tab')
    await reset.keyboard.press('Enter')
    expect(await input.getAttribute('type')).to.equal('text')
    await press(reset, 'Change password')
    await shows(reset, 'This password is too common. Choose a different one.')
    await inspect(reset, 'rejected password')
    expect(await isSignedIn()).to.equal(true)
    await input.fill('violet-anchor-23')
    await reset.keyboard.press('Enter')
    await shows(reset, 'Your password is changed and you are signed in. All other sessions have ended.')
    await shows(reset, email)
    expect(await reset.locator('.session').count()).to.equal(1)
    expect(await isSignedIn()).to.equal(false)
    const old = await stack.post('/auth/login', { body: { email, password } })
    expect(old.status).to.equal(400)

    const again = await open(path)
    await shows(again, 'This link is invalid, expired or already used.')
    await inspect(again, 'used link')
    await again.getByRole('link', { name: 'Send another link' }).click()
    await again.getByLabel('Email', { exact: true }).fill('nobody@gatehouse.test')
    await press(again, 'Send link')
    await shows(again, /^If an account has this address/)
    expect(await again.locator('#sent').textContent()).to.equal(response)
  })

  it('can be replaced by the code of the mail where it was requested', async () => {
    const { email } = await stack.register('forgetful')
    const page = await open('/account/forgot?lang=en')
    await page.getByLabel('Email', { exact: true }).fill(email)
    await press(page, 'Send link')
    await inspect(page, 'mail sent')
    await tokens(email, 'reset')
    const code = await take(email, codeBeside('reset'))
    await page.getByRole('link', { name: 'Enter the code of the mail' }).click()
    await shows(page, /^If nobody has confirmed this email address yet/)
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).to.equal(email)
    expect(new URL(page.url()).hash).to.equal('')
    await inspect(page, 'code without a link')
    await page.keyboard.type('AAAA-AAAA')
    await page.getByLabel('New password').fill('violet-anchor-23')
    await press(page, 'Change password')
    await shows(page, 'This code is incorrect.')
    await inspect(page, 'wrong code')
    await page.getByLabel('Code', { exact: true }).first().fill(code)
    await press(page, 'Change password')
    await shows(page, 'Your password is changed and you are signed in. All other sessions have ended.')
  })

  it('reset with a code the account of its address alone', async () => {
    const { email } = await stack.register('resets-by-code')
    const { email: other } = await stack.register('resets-other')
    await stack.post('/auth/forgot', { body: { email } })
    await tokens(email, 'reset')
    const code = await take(email, codeBeside('reset'))
    const reset = (body: object) =>
      stack.post<{ token: string }>('/auth/reset', { body: { password: 'violet-anchor-23', ...body } })
    const rejection = async (body: object) =>
      fieldErrors((await stack.post('/auth/reset', { body: { password: 'violet-anchor-23', ...body } })).body)
    expect(await rejection({})).to.deep.equal(['token:REQUIRED'])
    expect(await rejection({ code })).to.deep.equal(['email:REQUIRED'])
    expect(await rejection({ email })).to.deep.equal(['token:REQUIRED'])
    for (const email of [other, 'nobody@gatehouse.test'])
      expect(await rejection({ code, email })).to.deep.equal(['code:INVALID_VERIFICATION_CODE'])
    const { status, body, headers } = await reset({ code, email })
    expect(status).to.equal(200)
    expect(headers.get('set-cookie')).to.contain('gatehouse_device=')
    expect((await stack.get('/users/@me', { token: body.token })).status).to.equal(200)
  })
})
