import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { heading, press, shows, useAccountPages } from './account-page.ts'
import { authenticatorApp } from './authenticator-app.ts'
import { openDevStack, type TestAccount } from './dev-stack.ts'
import { startIdentityProvider } from './identity-provider.ts'

describe('the account pages with an identity provider', () => {
  const stack = openDevStack({ settings: { GATEHOUSE_SSO_ALLOWED_HOSTS: 'localhost' } })
  let provider: Awaited<ReturnType<typeof startIdentityProvider>>
  const app = authenticatorApp(stack)
  const { open, openSignedIn, inspect } = useAccountPages(stack, { allowed: () => [provider.issuer] })
  let token = ''
  before(async () => {
    token = (await stack.register('ann')).token
    const redirect_uri = `${stack.network().urls.gateway}/account/sso-callback`
    provider = await startIdentityProvider([redirect_uri])
    await configure({
      enabled: true,
      issuer: provider.issuer,
      client_id: 'gatehouse',
      client_secret: 'secret-of-the-client',
      display_name: 'Example',
      redirect_uri,
    })
  })
  after(() => provider.close())

  afterEach(() => {
    provider.state.cancels = false
  })

  const configure = (body: object) => stack.patch('/admin/sso-config', { token, body: { ...body } })

  it('sign people in with the provider', async () => {
    const page = await open('/account/sign-in')
    await page.getByRole('button', { name: 'Sign in with Example' }).waitFor()
    await inspect(page, 'sign-in')
    await press(page, 'Sign in with Example')
    await shows(page, 'ada@example.com')
  })

  it('explain a sign-in that the person cancels at the provider', async () => {
    const page = await open('/account/sign-in')
    provider.state.cancels = true
    await press(page, 'Sign in with Example')
    await page
      .getByRole('alert')
      .getByText('You cancelled the sign-in, or your identity provider gives you no access here.')
      .waitFor()
    await inspect(page, 'cancelled')
  })

  const answers = {
    '?state=b&error=access_denied': 'This sign-in has expired',
    '#state=b&error=server_error': 'This sign-in has expired',
    '': 'The identity provider sent no answer to this page. Sign in again.',
    '?code=a': 'The identity provider sent no answer to this page. Sign in again.',
    '?state=b': 'The identity provider sent no answer to this page. Sign in again.',
    '#id_token=a': 'The identity provider sent no answer to this page. Sign in again.',
  }
  for (const [answer, text] of Object.entries(answers))
    it(`explain the callback ${answer || 'without anything'}`, async () => {
      const page = await open(`/account/sso-callback${answer}`)
      await page.getByRole('alert').getByText(text).waitFor()
      expect(page.url()).to.match(/sso-callback$/)
    })

  it('explain that the provider posted its answer', async () => {
    const page = await open('/account/sign-in')
    await page.route(`${provider.issuer}/**`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<form method="post" action="${stack.network().urls.gateway}/account/sso-callback"><input name="code" value="a"></form>
<script>document.forms[0].submit()</script>`,
      }),
    )
    await press(page, 'Sign in with Example')
    await page.getByRole('alert').getByText('The identity provider sent no answer to this page.').waitFor()
    expect(page.url()).to.match(/sso-callback$/)
  })

  for (const [error, text] of [
    ['server_error', 'Your identity provider has a problem. Try again later.'],
    ['invalid_scope', 'The settings of this way to sign in are wrong.'],
    ['login_required', 'The identity provider rejected this sign-in. Sign in again.'],
  ] as const)
    it(`explain the error ${error} of the provider, also in the fragment`, async () => {
      for (const separator of ['?', '#']) {
        const page = await open('/account/sign-in')
        await page.route(`${provider.issuer}/**`, (route) => {
          const state = new URL(route.request().url()).searchParams.get('state')
          const location = `${stack.network().urls.gateway}/account/sso-callback`
          const parameters = new URLSearchParams({
            error,
            error_description: '<img src=x>',
            state: state ?? '',
          })
          return route.fulfill({ status: 302, headers: { location: `${location}${separator}${parameters}` } })
        })
        await press(page, 'Sign in with Example')
        await page.getByRole('alert').getByText(text).waitFor()
      }
    })

  it('explain a sign-in that failed', async () => {
    const page = await open('/account/sso-callback?code=a&state=b')
    await page.getByRole('alert').getByText('Sign in again.').waitFor()
    await inspect(page, 'failed')
  })

  describe('for a proof of identity of an account without a password', () => {
    const person = (name: string) => ({ sub: name, email: `${name}@example.com`, email_verified: true })

    async function openSecurity(name: string, language = 'en'): Promise<Page> {
      provider.state.person = person(name)
      const page = await open('/account/sign-in')
      await press(page, 'Sign in with Example')
      await shows(page, person(name).email)
      await page.goto(`${stack.network().urls.gateway}/account/security?lang=${language}`)
      await page.locator('#set-up-app').click()
      await page.locator('#step-up-by-sso').waitFor()
      return page
    }

    const sessionOf = (page: Page) =>
      page.evaluate<{ token: string }>('JSON.parse(sessionStorage["gatehouse.session"])')

    it('continue with the provider, return to the page, and end the session without the proof', async () => {
      const page = await openSecurity('bea')
      await inspect(page, 'proof by the provider')
      const { token: before } = await sessionOf(page)
      await press(page, 'Continue with Example')
      await shows(page, 'You have signed in again. Now repeat what you wanted to do.')
      await press(page, 'Set up an app')
      const secret = (await page.locator('#app-secret:not(:empty)').textContent()) ?? ''
      await page.locator('#app-code').fill(app.codeOf(secret.replaceAll(' ', '')))
      await page.keyboard.press('Enter')
      await shows(page, 'Your authenticator app is on.')
      expect((await stack.get('/users/@me', { token: before })).status).to.equal(401)
    })

    it('return to the page without a change if the person cancels at the provider', async () => {
      const page = await openSecurity('gus')
      const { token: before } = await sessionOf(page)
      provider.state.cancels = true
      await press(page, 'Continue with Example')
      await shows(page, 'Your identity provider did not confirm your identity. Nothing was changed.')
      await heading(page, 'Security')
      await inspect(page, 'cancelled proof by the provider')
      expect((await sessionOf(page)).token).to.equal(before)
      await press(page, 'Set up an app')
      await page.getByRole('button', { name: 'Continue with Example' }).waitFor()
    })

    it('explain that the provider sent no proof, and cancel', async () => {
      const page = await openSecurity('carl', 'fr')
      // Without these parameters, the provider sends no `auth_time`.
      await page.route('**/auth/sso/start', async (route) => {
        const response = await route.fetch()
        const started: { authorization_url: string } = await response.json()
        const url = new URL(started.authorization_url)
        for (const name of ['max_age', 'prompt']) url.searchParams.delete(name)
        await route.fulfill({ response, json: { ...started, authorization_url: url.href } })
      })
      await press(page, 'Continuer avec Example')
      await shows(page, 'Répétez maintenant l’opération.')
      await page.locator('#set-up-app').click()
      await page.getByRole('alert').getByText('n’en a envoyé aucune preuve').waitFor()
      expect(await page.locator('#step-up-sso').isVisible()).to.equal(false)
      await inspect(page, 'no proof by the provider')
      await page.locator('#step-up [data-close]').click()
      await page.locator('#step-up').waitFor({ state: 'hidden' })
    })

    it('do not return to the page as another person', async () => {
      const page = await openSecurity('dora')
      provider.state.person = person('emil')
      await press(page, 'Continue with Example')
      await shows(page, 'You signed in to another account, and signed out of the previous one.')
      await shows(page, 'emil@example.com')
      await heading(page, 'Where you are signed in')
    })

    it('explain that the provider is not available any more', async () => {
      const page = await openSecurity('fay')
      await page.keyboard.press('Escape')
      await configure({ enabled: false })
      await press(page, 'Set up an app')
      await page.getByRole('alert').getByText('which is not available on this page now').waitFor()
      await configure({ enabled: true })
    })
  })

  describe('for an account that its owner connects', () => {
    before(() => configure({ enforced: false }))

    async function openSecurity(name: string, language = 'en') {
      const account = await stack.register(name)
      provider.state.person = { sub: name, email: `${name}@example.com`, email_verified: false }
      const page = await openSignedIn(account, `/account/security?lang=${language}`)
      await shows(page, account.email)
      return { page, account }
    }
    const linkOf = async (account: TestAccount) =>
      (await stack.get<{ sso_link: string | null }>('/users/@me', { token: account.token })).body.sso_link

    it('connect it, sign in with the provider, and disconnect it', async () => {
      const { page, account } = await openSecurity('hal')
      await inspect(page, 'not connected')
      await press(page, 'Connect Example')
      await shows(page, 'Your account is connected.')
      await heading(page, 'Security')
      await inspect(page, 'connected')
      expect(await linkOf(account)).to.equal('own')
      const other = await open('/account/sign-in')
      await press(other, 'Sign in with Example')
      await shows(other, account.email)

      await page.locator('#disconnect-provider summary').click()
      await page.locator('#disconnect-form button').click()
      await shows(page, 'Your account is disconnected from the identity provider.')
      await page.locator('#connect-provider').waitFor()
      expect(await linkOf(account)).to.equal(null)
    })

    it('explain why it is not connected, and lead back', async () => {
      const { page, account } = await openSecurity('ida', 'de')
      provider.state.cancels = true
      await press(page, 'Mit Example verbinden')
      await heading(page, 'Connect your account')
      await page.getByRole('alert').waitFor()
      await inspect(page, 'not connected because the person cancelled')
      await page.getByRole('link', { name: 'Security' }).last().click()
      await page.locator('#connect-provider').waitFor()
      expect(await linkOf(account)).to.equal(null)
    })

    it('say that the provider manages an account, and cannot disconnect that', async () => {
      provider.state.person = { sub: 'kim', email: 'kim@example.com', email_verified: true }
      const page = await open('/account/sign-in?lang=en')
      await press(page, 'Sign in with Example')
      await shows(page, 'kim@example.com')
      await page.goto(`${stack.network().urls.gateway}/account/security?lang=en`)
      await shows(page, 'You sign in with Example, which manages your password.')
      expect(await page.locator('#disconnect-provider').isVisible()).to.equal(false)
      await inspect(page, 'managed')
    })

    it('ask for a proof first', async () => {
      const { page } = await openSecurity('joe', 'fr')
      await stack.network().clock.advance(6 * 60_000)
      await press(page, 'Associer Example')
      await page.locator('#step-up-password').waitFor()
      await page.keyboard.press('Escape')
      await page.locator('#connect-provider').waitFor()
      await inspect(page, 'not connected because the proof was cancelled')
    })
  })

  it('say that somebody without an account needs an administrator', async () => {
    const { person } = provider.state
    provider.state.person = { sub: 'lea', email: 'lea@example.com', email_verified: true }
    await configure({ auto_provision: false })
    const page = await open('/account/sign-in?lang=en')
    await press(page, 'Sign in with Example')
    await page.getByRole('alert').getByText('You have no account here').waitFor()
    await inspect(page, 'no account')
    await configure({ auto_provision: true })
    await page.locator('#to-sign-in a').click()
    await press(page, 'Sign in with Example')
    await shows(page, 'lea@example.com')
    provider.state.person = person
  })

  it('offer nothing else when it is enforced', async () => {
    await configure({ enforced: true })
    const page = await open('/account/sign-in')
    await page.getByRole('textbox', { name: 'Email' }).waitFor({ state: 'hidden' })
    await heading(page, 'Sign in')
    await inspect(page, 'enforced')
    await press(page, 'Sign in with Example')
    await shows(page, 'ada@example.com')
  })
})
