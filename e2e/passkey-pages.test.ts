import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { press, shows, useAccountPages } from './account-page.ts'
import type { TestAccount } from './dev-stack.ts'
import { addAuthenticator, openPasskeyStack } from './virtual-authenticator.ts'

describe('passkeys on the account pages', () => {
  const stack = openPasskeyStack()
  const { open, openSignedIn, inspect } = useAccountPages(stack)
  const signedIn = 'Where you are signed in'
  const notUsed = 'No passkey was used. Try again, or choose another way.'
  let ann: TestAccount
  let page: Page

  /** Signs in, adds a passkey of a virtual authenticator, and signs out. */
  beforeEach(async () => {
    ann = await stack.register('ann')
    page = await openSignedIn(ann)
    device = await addAuthenticator(page)
    await addPasskey()
    // The virtual authenticator would otherwise answer as soon as the sign-in page opens.
    await page.addInitScript(
      "if (!sessionStorage.getItem('offers')) delete PublicKeyCredential.isConditionalMediationAvailable",
    )
    await press(page, 'Sign out')
    await page.locator('#first-step').waitFor()
  })
  let device: Awaited<ReturnType<typeof addAuthenticator>>

  async function addPasskey(): Promise<void> {
    const { password, token } = ann
    const path = '/users/@me/mfa/webauthn/credentials'
    const options = await stack.post(`${path}/registration-options`, { token, body: { password } })
    expect(options.status).to.equal(200)
    const script = `navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(${JSON.stringify(options.body)}),
    }).then((credential) => credential.toJSON())`
    const response = await page.evaluate<object>(script)
    const { challenge } = options.body as unknown as { challenge: string }
    const added = await stack.post(path, { token, body: { challenge, response, name: 'Laptop' } })
    expect(added.status, JSON.stringify(added.body)).to.equal(200)
  }

  async function enterPassword(): Promise<void> {
    await page.getByLabel('Email', { exact: true }).fill(ann.email)
    await page.getByLabel('Password', { exact: true }).fill(ann.password)
    await press(page, 'Sign in')
  }

  async function requirePasskey(): Promise<void> {
    const { password, token } = ann
    const changed = await stack.patch('/users/@me/mfa', { token, body: { require_passkey: true, password } })
    expect(changed.status).to.equal(200)
  }

  it('sign in without a password', async () => {
    await press(page, 'Sign in with a passkey')
    await shows(page, signedIn)
    await shows(page, ann.email)
  })

  it('are offered among the values of the field for the email address', async () => {
    await page.evaluate("sessionStorage.setItem('offers', '1')")
    await page.reload()
    await shows(page, signedIn)
    await shows(page, ann.email)
  })

  it('show no error if they cannot be offered, and one if the chosen one is rejected', async () => {
    await page.evaluate("sessionStorage.setItem('offers', '1')")
    await page.route('**/auth/webauthn/authentication-options', (route) => route.abort())
    await page.reload()
    await page.locator('#first-step').waitFor()
    expect(await page.evaluate('document.activeElement.id')).to.equal('email')
    expect(await page.locator('.summary').first().isVisible()).to.equal(false)
    await page.unrouteAll()
    const body = { code: 'PASSKEY_AUTHENTICATION_FAILED', message: 'Rejected.', unknown_credential: null }
    await page.route('**/auth/webauthn/authenticate', (route) => route.fulfill({ status: 401, json: body }))
    await page.reload()
    await shows(page, 'This passkey was not accepted. It may have been removed from the account.')
  })

  it('leave the form as it is if nobody confirms', async () => {
    await device.verify(false)
    await press(page, 'Sign in with a passkey')
    await shows(page, notUsed)
    await inspect(page, 'passkey not used')
    await enterPassword()
    await shows(page, signedIn)
  })

  it('are rejected after they were removed', async () => {
    const [passkey] = (await stack.get<{ id: string }[]>('/users/@me/mfa/webauthn/credentials', ann)).body
    const { password, token } = ann
    const path = `/users/@me/mfa/webauthn/credentials/${passkey?.id}`
    expect((await stack.del(path, { token, body: { password } })).status).to.equal(200)
    await press(page, 'Sign in with a passkey')
    await shows(page, 'This passkey was not accepted. It may have been removed from the account.')
  })

  it('complete a sign-in of an account that requires them', async () => {
    await requirePasskey()
    await enterPassword()
    await page.locator('#use-passkey').waitFor()
    expect(await page.locator('#second-factor-code').isVisible()).to.equal(true)
    expect(await page.evaluate('document.activeElement.id')).to.equal('use-passkey')
    await inspect(page, 'second step with a passkey')
    await device.verify(false)
    await page.keyboard.press('Enter')
    await shows(page, 'No passkey was used. Try again, or choose another way.')
    await device.verify(true)
    await press(page, 'Use a passkey')
    await shows(page, signedIn)
  })

  it('prove the identity where they are the second factor', async () => {
    await requirePasskey()
    await press(page, 'Sign in with a passkey')
    await shows(page, signedIn)
    // The sign-in no longer counts as a recent proof.
    await stack.network().clock.advance(5 * 60_000 + 1)
    const endOthers = async () => {
      await press(page, 'End all other sessions')
      await page.locator('#end-others-dialog').getByRole('button', { name: 'End all other sessions' }).click()
    }
    await device.verify(false)
    await endOthers()
    await shows(page, 'No passkey was used. Try again, or choose another way.')
    expect(await page.locator('#step-up-password').isVisible()).to.equal(false)
    await inspect(page, 'proof without the passkey')
    await page.keyboard.press('Escape')
    await page.locator('#step-up').waitFor({ state: 'hidden' })
    expect((await stack.get('/auth/sessions/current', { token: ann.token })).status).to.equal(200)
    await endOthers()
    const stepUp = page.locator('#step-up')
    await stepUp.waitFor()
    await device.verify(true)
    await stepUp.getByRole('button', { name: 'Use a passkey' }).click()
    await shows(page, 'All other sessions were ended.')
    expect((await stack.get('/auth/sessions/current', { token: ann.token })).status).to.equal(401)
  })

  it('are required as proof by a page in a browser that does not support them', async () => {
    await requirePasskey()
    await press(page, 'Sign in with a passkey')
    await shows(page, signedIn)
    await stack.network().clock.advance(5 * 60_000 + 1)
    await page.addInitScript('delete window.PublicKeyCredential')
    await page.goto(`${stack.network().urls.gateway}/account/security`)
    await page.locator('#set-up-app').click()
    await shows(page, 'This browser does not support passkeys. Use another browser or device.')
    for (const control of ['#step-up-password', '#step-up-passkey'])
      expect(await page.locator(control).isVisible(), control).to.equal(false)
    expect(await page.locator('#step-up-code').isVisible()).to.equal(true)
    await inspect(page, 'proof without support of passkeys')
    await page.locator('#step-up [data-close]').click()
    await page.locator('#step-up').waitFor({ state: 'hidden' })
  })

  it('say so if the browser does not support them', async () => {
    await requirePasskey()
    page = await open('/account/sign-in')
    await page.evaluate('delete window.PublicKeyCredential')
    await page.addInitScript('delete window.PublicKeyCredential')
    await page.reload()
    expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).isVisible()).to.equal(false)
    await enterPassword()
    await shows(page, 'This browser does not support passkeys. Use another browser or device.')
  })
})
