import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { heading, press, shows, useAccountPages } from './account-page.ts'
import { authenticatorApp } from './authenticator-app.ts'
import type { TestAccount } from './dev-stack.ts'
import { addAuthenticator, openPasskeyStack } from './virtual-authenticator.ts'

const minute = 60_000

describe('passkeys on the security page', () => {
  const stack = openPasskeyStack()
  const { open, openSignedIn, inspect } = useAccountPages(stack)
  let ann: TestAccount
  let page: Page
  let device: Awaited<ReturnType<typeof addAuthenticator>>

  beforeEach(async () => {
    ann = await stack.register('ann')
    page = await openSignedIn(ann, '/account/security?lang=en')
    await shows(page, ann.email)
    device = await addAuthenticator(page)
  })

  async function openSecurity(language: string): Promise<void> {
    await page.goto(`${stack.network().urls.gateway}/account/security?lang=${language}`)
    await shows(page, ann.email)
  }

  async function add(name: string): Promise<void> {
    await page.locator('#add-passkey summary').click()
    await page.locator('#passkey-name').fill(name)
    await page.keyboard.press('Enter')
  }

  const names = () => page.locator('.passkey .name').allTextContents()
  const focused = () => page.evaluate('document.activeElement.id')
  const isSignedIn = async ({ token }: TestAccount) =>
    (await stack.get('/auth/sessions/current', { token })).status === 200
  const inDialog = (dialog: string, button: string) =>
    page.locator(dialog).getByRole('button', { name: button, exact: true }).click()

  it('are added with a name, which stays the only one of the device', async () => {
    await inspect(page, 'no passkey')
    await add('Laptop')
    await shows(page, 'The passkey “Laptop” is added. You can sign in with it.')
    expect(await names()).to.deep.equal(['Laptop'])
    expect(await focused()).to.equal('passkeys-title')
    await shows(page, /Added .* · Never used/)
    await inspect(page, 'a passkey')
    await add('Again')
    await shows(page, 'This device already has a passkey of your account.')
    await inspect(page, 'device with a passkey')
    expect(await names()).to.deep.equal(['Laptop'])
    expect(await isSignedIn(ann)).to.equal(true)
  })

  it('are not added if nobody confirms', async () => {
    await device.verify(false)
    await add('Laptop')
    await shows(page, 'No passkey was added. Try again.')
    expect(await names()).to.deep.equal([])
  })

  it('are forgotten by the device if the API rejects them', async () => {
    await page.route('**/users/@me/mfa/webauthn/credentials', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 400, json: { code: 'INVALID_WEBAUTHN_CREDENTIAL', message: 'Invalid.' } })
        : route.continue(),
    )
    await add('Laptop')
    await shows(page, 'This passkey was not accepted. Start again.')
    expect(await device.userNames()).to.deep.equal([])
  })

  it('are renamed and removed after a proof of identity, and end other sessions if requested', async () => {
    await add('Laptop')
    await shows(page, 'The passkey “Laptop” is added.')
    await press(page, 'Rename: Laptop')
    await heading(page, 'Rename the passkey')
    await inspect(page, 'rename a passkey')
    await page.locator('#new-passkey-name').fill('')
    await inDialog('#rename-passkey', 'Save')
    await page.locator('#new-passkey-name-error').waitFor()
    await page.locator('#new-passkey-name').fill('Work laptop')
    await inDialog('#rename-passkey', 'Save')
    await shows(page, 'The passkey is renamed.')
    expect(await names()).to.deep.equal(['Work laptop'])

    await stack.network().clock.advance(5 * minute + 1)
    await press(page, 'Remove: Work laptop')
    await inspect(page, 'remove a passkey')
    await page.getByLabel('Sign out all my other devices').last().check()
    await inDialog('#remove-passkey', 'Remove')
    await heading(page, 'Confirm that it is you')
    await inspect(page, 'proof before a removal')
    await page.locator('#step-up-password').fill(ann.password)
    await press(page, 'Confirm')
    await shows(page, 'The passkey is removed.')
    expect(await names()).to.deep.equal([])
    expect(await isSignedIn(ann)).to.equal(false)
    expect(await device.userNames()).to.deep.equal([])
  })

  it('stay if the proof of identity is cancelled', async () => {
    await add('Laptop')
    await shows(page, 'The passkey “Laptop” is added.')
    await stack.network().clock.advance(5 * minute + 1)
    await press(page, 'Remove: Laptop')
    await inDialog('#remove-passkey', 'Remove')
    await heading(page, 'Confirm that it is you')
    await page.keyboard.press('Escape')
    await shows(page, 'Confirm your identity to continue.')
    await page.keyboard.press('Escape')
    await page.locator('#remove-passkey').waitFor({ state: 'hidden' })
    expect(await names()).to.deep.equal(['Laptop'])
  })

  it('are required after the password if the owner wants it', async () => {
    expect(await page.locator('#require-passkey').isVisible()).to.equal(false)
    await add('Laptop')
    await page.locator('#require-passkey summary').click()
    await press(page, 'Require a passkey after the password')
    await shows(page, 'Sign-ins with your password now need a passkey.')
    await shows(page, 'Save your backup codes')
    await inspect(page, 'required passkey with new backup codes')
    const codes = await page.locator('#code-list li').allTextContents()
    expect(codes).to.have.length(10)
    await press(page, 'I have saved them')
    const { body } = await stack.post('/auth/login', { body: { email: ann.email, password: ann.password } })
    expect(body).to.deep.include({ mfa: true, allowed_methods: ['webauthn', 'backup_code'] })
    await signInWithCode(codes[0] ?? '')
    await page.reload()
    await press(page, 'Stop requiring a passkey')
    await shows(page, 'Sign-ins with your password no longer need a passkey.')
  })

  /** In a browser without the passkey. */
  async function signInWithCode(code: string) {
    const other = await open('/account/sign-in?lang=en')
    await other.locator('#email').fill(ann.email)
    await other.locator('#password').fill(ann.password)
    await other.keyboard.press('Enter')
    await other.locator('#second-step').waitFor()
    await inspect(other, 'second step with a passkey or a backup code')
    await other.locator('#second-factor-code').fill('aaaaa-aaaaa')
    await press(other, 'Sign in')
    await shows(other, /^This code is incorrect or was already used\./)
    await other.locator('#second-factor-code').fill(code)
    await press(other, 'Sign in')
    await heading(other, 'Where you are signed in')
  }

  it('are replaced by a backup code as proof of identity', async () => {
    await add('Laptop')
    await page.locator('#require-passkey summary').click()
    await press(page, 'Require a passkey after the password')
    await shows(page, 'Save your backup codes')
    const [code = ''] = await page.locator('#code-list li').allTextContents()
    await press(page, 'I have saved them')
    await stack.network().clock.advance(5 * minute + 1)
    await device.verify(false)
    await press(page, 'Stop requiring a passkey')
    await heading(page, 'Confirm that it is you')
    await inspect(page, 'proof with a passkey or a backup code')
    await page.locator('#step-up-code').fill(code)
    await inDialog('#step-up', 'Confirm')
    await shows(page, 'Sign-ins with your password no longer need a passkey.')
    expect(await page.locator('#codes').isVisible()).to.equal(false)
  })

  it('show the address and, after a change, the name of the account, and when they were used', async () => {
    await add('Laptop')
    await shows(page, 'The passkey “Laptop” is added.')
    const { password, token } = ann
    const username = `renamed${ann.user_id}`.slice(0, 30)
    expect((await stack.patch('/users/@me', { token, body: { username, password } })).status).to.equal(200)
    await press(page, 'Sign out')
    // The virtual authenticator answers as soon as the sign-in page opens.
    await heading(page, 'Where you are signed in')
    await openSecurity('en')
    await shows(page, /Last used/)
    await page.locator('.passkey').waitFor()
    expect(await device.userNames()).to.deep.equal([[ann.email, username]])
  })

  it('are the only way in without a password, which the page then does not offer to change', async () => {
    expect(await page.locator('#password-section').isVisible()).to.equal(true)
    const { body } = await stack.post<{ token: string; user_id: string }>('/auth/register', {
      body: { date_of_birth: '1990-01-01', consent: true },
    })
    const session = JSON.stringify({ token: body.token, user_id: body.user_id })
    await page.evaluate(`sessionStorage.setItem('gatehouse.session', ${JSON.stringify(session)})`)
    await page.reload()
    await page.locator('#set-up-app').waitFor()
    expect(await page.locator('#password-section').isVisible()).to.equal(false)
    await add('Laptop')
    await shows(page, 'The passkey “Laptop” is added.')
    expect(await page.locator('#require-passkey').isVisible()).to.equal(false)
  })

  it('prove the identity in place of a code', async () => {
    await add('Laptop')
    await shows(page, 'The passkey “Laptop” is added.')
    await authenticatorApp(stack).enable(ann)
    await stack.network().clock.advance(5 * minute + 1)
    const rename = async (name: string) => {
      await press(page, 'Rename: Laptop')
      await page.locator('#new-passkey-name').fill(name)
      await inDialog('#rename-passkey', 'Save')
      await heading(page, 'Confirm that it is you')
    }
    await rename('Phone')
    await inspect(page, 'proof with a code or a passkey')
    await device.verify(false)
    await inDialog('#step-up', 'Use a passkey')
    await shows(page, 'No passkey was used. Try again, or choose another way.')
    await device.verify(true)
    await inDialog('#step-up', 'Use a passkey')
    await shows(page, 'The passkey is renamed.')
    expect(await names()).to.deep.equal(['Phone'])
  })

  it('cannot be added by a browser that does not support them', async () => {
    await page.addInitScript('delete window.PublicKeyCredential')
    await page.reload()
    await shows(page, 'This browser does not support passkeys. Use another browser or device.')
    expect(await page.locator('#add-passkey').isVisible()).to.equal(false)
  })

  for (const [language, button] of [
    ['de', 'Umbenennen: Laptop'],
    ['fr', 'Renommer : Laptop'],
  ] as const) {
    it(`have texts in ${language}`, async () => {
      await openSecurity(language)
      await add('Laptop')
      await page.getByRole('button', { name: button, exact: true }).click()
      await inspect(page, `passkeys in ${language}`)
    })
  }
})
