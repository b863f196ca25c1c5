import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { heading, press, shows, useAccountPages } from './account-page.ts'
import { authenticatorApp } from './authenticator-app.ts'
import { openDevStack, type TestAccount } from './dev-stack.ts'

const minute = 60_000
const newPassword = 'amber-lantern-1843'

describe('the security page', () => {
  const stack = openDevStack()
  const app = authenticatorApp(stack)
  const { open, openSignedIn, inspect } = useAccountPages(stack)
  let ann: TestAccount

  beforeEach(async () => {
    ann = await stack.register('ann')
  })

  const focused = (page: Page) => page.evaluate('document.activeElement.id')

  async function openSecurity(language = 'en'): Promise<Page> {
    const page = await openSignedIn(ann, `/account/security?lang=${language}`)
    await shows(page, ann.email)
    return page
  }

  /** Signs in with a code, as the owner of an account that has an app. */
  async function openWithApp(secret: string): Promise<Page> {
    const page = await open('/account/sign-in?lang=en')
    await page.locator('#email').fill(ann.email)
    await page.locator('#password').fill(ann.password)
    await page.keyboard.press('Enter')
    await page.locator('#second-factor-code').fill(await app.freshCodeOf(secret))
    await page.keyboard.press('Enter')
    await shows(page, 'Where you are signed in')
    await page.getByRole('link', { name: 'Security', exact: true }).click()
    await shows(page, ann.email)
    return page
  }

  const secretOn = async (page: Page) =>
    (await page.locator('#app-secret').textContent())?.replaceAll(' ', '') ?? ''

  it('opens the sign-in page without a session', async () => {
    const page = await open('/account/security?lang=en')
    await heading(page, 'Sign in')
  })

  it('sets up an app by keyboard and shows the backup codes once', async () => {
    const page = await openSecurity()
    await inspect(page, 'without an app')
    await page.locator('#set-up-app').focus()
    await page.keyboard.press('Enter')
    await page.locator('#qr-code img').waitFor()
    expect(await focused(page)).to.equal('scan')
    expect(
      await page.locator('#qr-code img').evaluate((image) => 'naturalWidth' in image && image.naturalWidth),
    ).to.be.above(0)
    await inspect(page, 'set up an app')
    const secret = await secretOn(page)
    await page.locator('#app-code').fill('000000')
    await page.keyboard.press('Enter')
    await page.locator('#app-code-error').waitFor()
    await inspect(page, 'wrong code')
    await page.locator('#app-code').fill(app.codeOf(secret))
    await page.keyboard.press('Enter')
    await shows(page, 'Your authenticator app is on. You need a code for each sign-in.')
    expect(await focused(page)).to.equal('new-codes-title')
    await inspect(page, 'new backup codes')
    const codes = await page.locator('#code-list li').allTextContents()
    expect(codes).to.have.length(10)
    const downloading = page.waitForEvent('download')
    await press(page, 'Download')
    const file = await readFile(await (await downloading).path(), 'utf8')
    for (const code of codes) expect(file).to.include(code)
    await press(page, 'I have saved them')
    expect(await page.locator('#code-list li').count()).to.equal(0)
    expect(await secretOn(page)).to.equal('')

    await press(page, 'Sign out')
    await heading(page, 'Sign in')
    await page.locator('#email').fill(ann.email)
    await page.locator('#password').fill(ann.password)
    await page.keyboard.press('Enter')
    await page.locator('#second-factor-code').fill(codes[0] ?? '')
    await page.keyboard.press('Enter')
    await shows(page, 'Where you are signed in')
  })

  it('asks for the password before a setup if the proof is old, and does nothing if that is cancelled', async () => {
    const page = await openSecurity()
    await stack.network().clock.advance(5 * minute + 1)
    await press(page, 'Set up an app')
    await heading(page, 'Confirm that it is you')
    await page.keyboard.press('Escape')
    await page.locator('#step-up').waitFor({ state: 'hidden' })
    expect(await page.locator('#failure').isVisible()).to.equal(false)
    await press(page, 'Set up an app')
    await page.locator('#step-up-password').fill(ann.password)
    await press(page, 'Confirm')
    await page.locator('#qr-code img').waitFor()
    await press(page, 'Cancel')
    expect(await focused(page)).to.equal('set-up-app')
    expect(await secretOn(page)).to.equal('')
  })

  it('starts again after a setup of ten minutes', async () => {
    const page = await openSecurity()
    await press(page, 'Set up an app')
    await page.locator('#qr-code img').waitFor()
    const secret = await secretOn(page)
    await stack.network().clock.advance(10 * minute)
    await page.locator('#app-code').fill(app.codeOf(secret))
    await page.keyboard.press('Enter')
    await page.locator('#step-up-password').fill(ann.password)
    await press(page, 'Confirm')
    await shows(page, 'The setup has expired. Start again.')
    expect(await focused(page)).to.equal('set-up-app')
  })

  it('counts and replaces backup codes, and removes the app with a code', async () => {
    const { secret, backupCodes } = await app.enable(ann)
    const page = await openWithApp(secret)
    await press(page, 'Show how many are left')
    await shows(page, '10 of 10 codes are left.')
    await press(page, 'Create new codes')
    await inspect(page, 'replace codes')
    await page.locator('#replace-codes-dialog').getByRole('button', { name: 'Create new codes' }).click()
    await shows(page, 'Your new backup codes are ready. The old ones no longer work.')
    const [code = ''] = await page.locator('#code-list li').allTextContents()
    expect(backupCodes).not.to.include(code)

    await page.getByText('Remove the app').first().click()
    await page.locator('#remove-app-code').fill(backupCodes[0] ?? '')
    await page.keyboard.press('Enter')
    await page.locator('#remove-app-code-error').waitFor()
    await inspect(page, 'wrong code to remove the app')
    await page.locator('#remove-app-code').fill(code)
    await page.keyboard.press('Enter')
    await shows(page, 'Your authenticator app is removed. Your password is enough to sign in.')
    expect(await page.locator('#codes').isVisible()).to.equal(false)
    await page.locator('#set-up-app').waitFor()
  })

  it('changes the password, and shows wrong and short ones beside their fields', async () => {
    const page = await openSecurity()
    await page.getByText('Change password').first().click()
    const change = async (current: string, next: string) => {
      await page.locator('#current-password').fill(current)
      await page.locator('#new-password').fill(next)
      await page.keyboard.press('Enter')
    }
    await change(`${ann.password}x`, 'short')
    await page.locator('#new-password-error').waitFor()
    expect(await page.locator('#current-password-error').textContent()).to.equal('The password is incorrect.')
    await inspect(page, 'wrong passwords')
    await change(ann.password, newPassword)
    await shows(page, 'Your password is changed. All other sessions have ended.')
    expect((await stack.get('/users/@me', { token: ann.token })).status).to.equal(401)
    const { status } = await stack.post('/auth/login', { body: { email: ann.email, password: newPassword } })
    expect(status).to.equal(200)
  })

  for (const [language, title] of [
    ['de', 'Sicherheit'],
    ['fr', 'Sécurité'],
  ] as const) {
    it(`has texts in ${language}`, async () => {
      const page = await openSecurity(language)
      await heading(page, title)
      await page.locator('#set-up-app').click()
      await page.locator('#qr-code img').waitFor()
      await inspect(page, `security page in ${language}`)
    })
  }
})
