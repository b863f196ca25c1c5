import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { heading, press, shows, useAccountPages } from './account-page.ts'
import { openDevStack } from './dev-stack.ts'

/** The browser resolves it to this machine (browser.ts). To the browser it is any host of a local network. */
const host = 'plain-http.test'

describe('the account pages over plain http', () => {
  const stack = openDevStack({
    settings: { GATEHOUSE_PUBLIC_URL: `http://${host}`, GATEHOUSE_IP_AUTHORIZATION: 'off' },
  })
  const { open, inspect } = useAccountPages(stack, { allowed: () => [`http://${host}:`] })
  const at = (path: string) => {
    const { port } = new URL(stack.network().urls.gateway)
    return `http://${host}:${port}${path}`
  }

  async function register(): Promise<Page> {
    const page = await open('/auth/sso/status')
    await page.goto(at('/account/register?lang=en'))
    expect(await page.evaluate('isSecureContext')).to.equal(false)
    await page.locator('#email').fill(`plain-${Date.now()}@gatehouse.test`)
    await page.locator('#password').fill('violet anchor 17')
    await page.locator('#date_of_birth').fill('1990-01-01')
    await page.locator('[name=consent]').check()
    await press(page, 'Create account')
    await heading(page, 'Where you are signed in')
    return page
  }

  it('register, and say that passkeys need https', async () => {
    const page = await register()
    await page.goto(at('/account/security?lang=en'))
    await shows(page, 'Passkeys need https, which this address does not use.')
    await inspect(page, 'security over plain http')
  })

  it('say that the browser does not allow to copy', async () => {
    const page = await register()
    await page.goto(at('/account/security?lang=en'))
    await page.locator('#set-up-app').click()
    await press(page, 'Copy key')
    await shows(page, 'The browser did not allow to copy. Select the text and copy it.')
  })
})
