import { heading, press, shows, useAccountPages } from './account-page.ts'
import { openDevStack } from './dev-stack.ts'
import { startIdentityProvider } from './identity-provider.ts'

describe('the account pages with an identity provider', () => {
  const stack = openDevStack({ settings: { GATEHOUSE_SSO_ALLOWED_HOSTS: 'localhost' } })
  let provider: Awaited<ReturnType<typeof startIdentityProvider>>
  const { open, inspect } = useAccountPages(stack, { allowed: () => [provider.issuer] })
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

  const configure = (body: object) => stack.patch('/admin/sso-config', { token, body: { ...body } })

  it('sign people in with the provider', async () => {
    const page = await open('/account/sign-in')
    await page.getByRole('button', { name: 'Sign in with Example' }).waitFor()
    await inspect(page, 'sign-in')
    await press(page, 'Sign in with Example')
    await shows(page, 'ada@example.com')
  })

  it('explain a sign-in that failed', async () => {
    const page = await open('/account/sso-callback?code=a&state=b')
    await page.getByRole('alert').getByText('Sign in again.').waitFor()
    await inspect(page, 'failed')
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
