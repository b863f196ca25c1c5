import { expect } from 'chai'
import { press, shows, useAccountPages } from './account-page.ts'
import { addAuthenticator, openPasskeyStack } from './virtual-authenticator.ts'

/**
 * What the extensions of passkey managers put in place of the browser's own credentials, by public reports about them: the native
 * methods of WebAuthn are missing on their objects, or throw.
 */
const managers: Record<string, string> = {
  // Fields of its own under the native prototype, whose toJSON throws "Illegal invocation".
  '1Password': `(credential, { fields, responseFields }) =>
    Object.setPrototypeOf(
      { ...fields, response: { ...responseFields, getTransports: () => credential.response.getTransports?.() } },
      PublicKeyCredential.prototype,
    )`,
  // Views instead of buffers, transports null, methods that throw.
  Bitwarden: `(credential, { fields, responseFields }) => {
    const view = (value) => (value instanceof ArrayBuffer ? new Uint8Array(value) : value)
    const views = Object.fromEntries(Object.entries(responseFields).map(([name, value]) => [name, view(value)]))
    const fail = () => { throw new TypeError('Illegal invocation') }
    return {
      ...fields,
      rawId: view(fields.rawId),
      toJSON: fail,
      response: { ...views, transports: null, getTransports: fail },
      getClientExtensionResults: fail,
    }
  }`,
  // A plain object with texts, as it came through messages of an extension.
  KeePassXC: `(credential, { fields, responseFields }) => {
    const text = (value) =>
      value instanceof ArrayBuffer ? btoa(String.fromCharCode(...new Uint8Array(value))) : value
    const texts = Object.fromEntries(Object.entries(responseFields).map(([name, value]) => [name, text(value)]))
    return { ...fields, rawId: text(fields.rawId), response: { userHandle: '', ...texts } }
  }`,
}

/** `change` replaces each credential. */
const replaced = (change: string) => `{
  const change = ${change}
  const names = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle']
  for (const method of ['create', 'get']) {
    const native = navigator.credentials[method].bind(navigator.credentials)
    navigator.credentials[method] = async (options) => {
      const credential = await native(options)
      if (!credential) return credential
      const { id, rawId, type, authenticatorAttachment, response } = credential
      const present = names.filter((name) => response[name])
      const responseFields = Object.fromEntries(present.map((name) => [name, response[name]]))
      return change(credential, { fields: { id, rawId, type, authenticatorAttachment }, responseFields })
    }
  }
}`

/** Browsers that have passkeys and no JSON for them. */
const withoutJson = `
  delete PublicKeyCredential.parseRequestOptionsFromJSON
  delete PublicKeyCredential.parseCreationOptionsFromJSON
  delete PublicKeyCredential.prototype.toJSON
`

describe('passkeys of a passkey manager on the account pages', () => {
  const stack = openPasskeyStack()
  const { openSignedIn } = useAccountPages(stack)

  const scripts = {
    ...Object.fromEntries(Object.entries(managers).map(([name, change]) => [name, replaced(change)])),
    'a browser without JSON': withoutJson,
  }
  for (const [name, script] of Object.entries(scripts))
    it(`are added, sign in, and prove the identity with ${name}`, async () => {
      const ann = await stack.register('ann')
      const page = await openSignedIn(ann)
      await page.addInitScript(script)
      await page.goto(`${stack.network().urls.gateway}/account/security?lang=en`)
      await shows(page, ann.email)
      await addAuthenticator(page)
      await page.locator('#add-passkey summary').click()
      await page.locator('#passkey-name').fill('Vault')
      await page.keyboard.press('Enter')
      await shows(page, 'The passkey “Vault” is added. You can sign in with it.')

      await page.addInitScript('delete PublicKeyCredential.isConditionalMediationAvailable')
      await press(page, 'Sign out')
      await press(page, 'Sign in with a passkey')
      await shows(page, 'Where you are signed in')
      const token = await page.evaluate<string>('JSON.parse(sessionStorage["gatehouse.session"]).token')
      const { password } = ann
      const required = await stack.patch('/users/@me/mfa', {
        token,
        body: { require_passkey: true, password },
      })
      expect(required.status).to.equal(200)

      await press(page, 'Sign out')
      await page.getByLabel('Email', { exact: true }).fill(ann.email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await press(page, 'Sign in')
      await press(page, 'Use a passkey')
      await shows(page, 'Where you are signed in')
    })
})
