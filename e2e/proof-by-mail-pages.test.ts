import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { press, shows, useAccountPages } from './account-page.ts'
import { type ErrorBody, fieldErrors, openDevStack } from './dev-stack.ts'
import { startIdentityProvider } from './identity-provider.ts'
import { codeIn, useReceivedMails } from './received-mails.ts'

describe('the account pages with an identity provider that sends no auth_time', () => {
  const { settings, take } = useReceivedMails({ GATEHOUSE_SSO_ALLOWED_HOSTS: 'localhost' })
  const stack = openDevStack({ settings })
  let provider: Awaited<ReturnType<typeof startIdentityProvider>>
  const { open, inspect } = useAccountPages(stack, { allowed: () => [provider.issuer] })
  before(async () => {
    const { token } = await stack.register('ann')
    const redirect_uri = `${stack.network().urls.gateway}/account/sso-callback`
    provider = await startIdentityProvider([redirect_uri])
    const body = {
      enabled: true,
      issuer: provider.issuer,
      client_id: 'gatehouse',
      client_secret: 'secret-of-the-client',
      display_name: 'Example',
      redirect_uri,
    }
    expect((await stack.patch('/admin/sso-config', { token, body })).status).to.equal(200)
  })
  after(() => provider.close())

  /** Without these parameters, the provider of the tests sends none. */
  async function silence(page: Page): Promise<void> {
    await page.route('**/auth/sso/start', async (route) => {
      const response = await route.fetch()
      const started: { authorization_url: string } = await response.json()
      const url = new URL(started.authorization_url)
      for (const name of ['max_age', 'prompt']) url.searchParams.delete(name)
      await route.fulfill({ response, json: { ...started, authorization_url: url.href } })
    })
  }
  async function openSecurity(name: string, language: string): Promise<Page> {
    provider.state.person = { sub: name, email: `${name}@example.com`, email_verified: true }
    const page = await open('/account/sign-in')
    await silence(page)
    await press(page, 'Sign in with Example')
    await shows(page, `${name}@example.com`)
    await page.goto(`${stack.network().urls.gateway}/account/security?lang=${language}`)
    await page.locator('#set-up-app').click()
    return page
  }

  it('offer a code by mail after the provider was asked', async () => {
    const page = await openSecurity('lea', 'en')
    await page.locator('#step-up-by-sso').waitFor()
    expect(await page.locator('#step-up-by-email').isVisible()).to.equal(false)
    await press(page, 'Continue with Example')
    await shows(page, 'You have signed in again. Now repeat what you wanted to do.')
    await page.locator('#set-up-app').click()
    await page.locator('#step-up-by-email').waitFor()
    expect(await page.locator('#step-up-by-sso').isVisible()).to.equal(false)
    await inspect(page, 'a code by mail is offered')
    await press(page, 'Send a code by mail')
    const field = page.locator('#step-up-email-code')
    await field.fill('AAAA-AAAA')
    await page.keyboard.press('Enter')
    await page.locator('#step-up-email-code-error').getByText('This code is incorrect.').waitFor()
    await inspect(page, 'wrong code')
    await field.fill(await take('lea@example.com', codeIn))
    await page.keyboard.press('Enter')
    await page.locator('#app-secret:not(:empty)').waitFor()
  })

  it('have no code for an account with a password', async () => {
    const bob = await stack.register('bob')
    await stack.network().clock.advance(6 * 60_000)
    const sent = await stack.post<ErrorBody & { methods: string[] }>('/users/@me/sudo/email/send', bob)
    expect([sent.status, sent.body.code, sent.body.methods]).to.deep.equal([
      403,
      'SUDO_MODE_REQUIRED',
      ['password'],
    ])
    const body = { email_code: 'AAAA-AAAA' }
    const used = await stack.post('/users/@me/mfa/totp/setup', { token: bob.token, body })
    expect([used.status, used.body.code]).to.deep.equal([403, 'SUDO_MODE_REQUIRED'])
    const malformed = await stack.post('/users/@me/mfa/totp/setup', {
      token: bob.token,
      body: { email_code: '' },
    })
    expect(fieldErrors(malformed.body)).to.deep.equal(['email_code:INVALID_VERIFICATION_CODE'])
  })
})
