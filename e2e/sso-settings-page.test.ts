import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { heading, press, shows, useAccountPages } from './account-page.ts'
import { openDevStack, type TestAccount } from './dev-stack.ts'
import { startIdentityProvider } from './identity-provider.ts'

describe('the page of single sign-on settings', () => {
  let provider: Awaited<ReturnType<typeof startIdentityProvider>>
  const stack = openDevStack({ settings: { GATEHOUSE_SSO_ALLOWED_HOSTS: 'localhost' } })
  const { open, openSignedIn, inspect } = useAccountPages(stack, { allowed: () => [provider.issuer] })
  let ann: TestAccount
  before(async () => {
    ann = await stack.register('ann')
    provider = await startIdentityProvider([`${stack.network().urls.gateway}/account/sso-callback`])
  })
  after(() => provider.close())

  const openSettings = (account: TestAccount, language = 'en'): Promise<Page> =>
    openSignedIn(account, `/account/single-sign-on?lang=${language}`)
  const fill = (page: Page, name: string, value: string) => page.locator(`[name=${name}]`).fill(value)

  it('opens the sign-in page without a session', async () => {
    await heading(await open('/account/single-sign-on?lang=en'), 'Sign in')
  })

  it('keeps an edit that is made while settings are stored, and stores it next', async () => {
    const page = await openSettings(ann)
    const storedName = async () =>
      (await stack.get<{ display_name: string }>('/admin/sso-config', { token: ann.token })).body.display_name
    await shows(page, /\/account\/sso-callback$/)
    await page.route('**/admin/sso-config', async (route) => {
      await fill(page, 'display_name', 'Later')
      await route.continue()
    })
    await fill(page, 'display_name', 'Sooner')
    await fill(page, 'client_secret', 'secret')
    await press(page, 'Save settings')
    await shows(page, 'The settings are stored.')
    expect(await page.locator('#display_name').inputValue()).to.equal('Later')
    expect(await storedName()).to.equal('Sooner')
    expect(await page.locator('#client_secret').inputValue()).to.equal('')
    await shows(page, 'Remove the stored secret')
    await page.unrouteAll()
    await press(page, 'Save settings')
    await until(async () => (await storedName()) === 'Later')
  })

  it('shows nothing to accounts that are not administrators', async () => {
    const page = await openSettings(await stack.register('bob'))
    await page.getByRole('alert').getByText('Only administrators of this service').waitFor()
    await inspect(page, 'no administrator')
    expect(await page.locator('#settings').isHidden()).to.equal(true)
  })

  it('stores settings, explains what is wrong, and offers the sign-in', async () => {
    const page = await openSettings(ann)
    await shows(page, /\/account\/sso-callback$/)
    await shows(page, /\/auth\/sso\/backchannel-logout$/)
    await fill(page, 'issuer', 'idp.example.com')
    await fill(page, 'client_id', 'gatehouse')
    await press(page, 'Save settings')
    await page.locator('#issuer-error').getByText('Enter an address that begins with https').waitFor()
    await inspect(page, 'invalid issuer')

    await fill(page, 'issuer', provider.issuer)
    await fill(page, 'client_secret', 'wrong')
    await press(page, 'Save settings')
    await shows(page, 'The settings are stored.')
    expect(await page.locator('#client_secret').inputValue()).to.equal('')
    await press(page, 'Test stored settings')
    await shows(page, 'The provider rejects the client id or the client secret. Check both.')
    await inspect(page, 'failed test')

    await fill(page, 'client_secret', 'secret-of-the-client')
    await fill(page, 'display_name', 'Example')
    await page.locator('#more summary').click()
    await fill(page, 'redirect_uri', `${stack.network().urls.gateway}/account/sso-callback`)
    await fill(page, 'allowed_domains', 'example.com, Example.org')
    await page.getByLabel('Offer single sign-on').check()
    await press(page, 'Save settings')
    await shows(page, 'The settings are stored.')
    await press(page, 'Test stored settings')
    await shows(page, 'Everything works.')
    expect(await page.locator('#allowed_domains').inputValue()).to.equal('example.com example.org')
    const { body } = await stack.get<object>('/auth/sso/status')
    expect(body).to.include({ enabled: true, enforced: false, display_name: 'Example' })

    await press(page, 'Sign in as a test')
    await shows(page, 'You signed in at the provider as a test.')
    for (const text of ['Everything works.', /^Received: sub, email/, /^A new account would be created/])
      await shows(page, text)
    await inspect(page, 'test sign-in')
    expect((await stack.get('/auth/sessions/current', { token: ann.token })).status).to.equal(200)

    const accounts = /^0 accounts are linked to the provider\. 0 would be linked .* 2 could not sign in/
    await page.getByLabel('Require it').check()
    await press(page, 'Save settings')
    const dialog = page.locator('#enforce-dialog')
    await dialog.getByText(accounts).waitFor()
    await inspect(page, 'who could not sign in')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await shows(page, 'The settings are stored.')
    expect(await page.getByLabel('Require it').isChecked()).to.equal(false)
    expect((await stack.get<object>('/auth/sso/status')).body).to.include({ enforced: false })
    await page.getByLabel('Require it').check()
    await press(page, 'Save settings')
    await dialog.getByRole('button', { name: 'Require it' }).click()
    await shows(page, 'The settings are stored.')
    await until(async () => {
      expect((await stack.get<object>('/auth/sso/status')).body).to.include({ enforced: true })
    })
    await page.getByLabel('Offer single sign-on').uncheck()
    await press(page, 'Save settings')
    await shows(page, 'The settings are stored.')
    await page.reload()
    await fill(page, 'display_name', 'Example Inc.')
    await page.getByLabel('Offer single sign-on').check()
    await press(page, 'Save settings')
    await shows(page, 'The settings are stored.')
    const { body: kept } = await stack.get<object>('/auth/sso/status')
    expect(kept).to.include({ enabled: true, enforced: true, display_name: 'Example Inc.' })
    await page.getByLabel('Require it').uncheck()
    await press(page, 'Save settings')
    await shows(page, 'The settings are stored.')
    // auth-service keeps the settings for a second.
    const { email, password } = ann
    await until(async () => (await stack.post('/auth/login', { body: { email, password } })).status === 200)
  })

  for (const [language, title] of [
    ['de', 'Single Sign-on'],
    ['fr', 'Authentification unique'],
  ] as const)
    it(`is available in ${language}`, async () => {
      const page = await openSettings(ann, language)
      await heading(page, title)
      await page.locator('#more summary').click()
      await inspect(page, language)
    })
})
