import { element, show } from './elements.ts'
import { onPress, showErrors } from './form.ts'
import { gatehouse } from './gatehouse.ts'
import { openPage } from './navigation.ts'
import { askForPasskey, type PasskeyAnswer, signalUnknownPasskey, supportsPasskeys } from './passkeys.ts'
import { texts } from './texts.ts'

/** A challenge is valid for five minutes. */
const renewAfterMs = 4 * 60_000

/** Sign-in with a passkey by the button, or from the values that the browser offers for the email address. */
export function openPasskeySignIn(form: HTMLFormElement): void {
  const button = element('button', '#passkey')
  button.hidden = !supportsPasskeys
  onPress(button, form, async () => {
    let isSignedIn = false
    try {
      const response = await ask()
      if (response) isSignedIn = await signIn(response)
      else show(element('p', '#notice'), texts.passkeyNotUsed)
    } finally {
      if (!isSignedIn) void offerInField(form)
    }
  })
  void offerInField(form)
}

/** Nobody asked for it, so only the failure of a chosen passkey is shown. */
async function offerInField(form: HTMLFormElement): Promise<void> {
  if (!supportsPasskeys || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
  for (;;) {
    const expires = AbortSignal.timeout(renewAfterMs)
    const response = await ask(expires).catch(() => undefined)
    if (response) return void signIn(response).catch((error: unknown) => showErrors(form, error))
    if (!expires.aborted) return
  }
}

async function ask(expires?: AbortSignal) {
  return askForPasskey(await gatehouse.post('/auth/webauthn/authentication-options'), expires)
}

async function signIn(body: PasskeyAnswer): Promise<true> {
  try {
    await gatehouse.storeSession(await gatehouse.post('/auth/webauthn/authenticate', { body }))
  } catch (error) {
    throw await signalUnknownPasskey(error)
  }
  openPage('sessions')
  return true
}
