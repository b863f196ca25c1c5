import { element, show } from './elements.ts'
import { onPress, showErrors } from './form.ts'
import { gatehouse } from './gatehouse.ts'
import { openPage } from './navigation.ts'
import { askForPasskey, signalUnknownPasskey, supportsPasskeys } from './passkeys.ts'
import { texts } from './texts.ts'

/** A challenge is valid for five minutes. */
const renewAfterMs = 4 * 60_000

/** Sign-in with a passkey by the button, or from the values that the browser offers for the email address. */
export function openPasskeySignIn(form: HTMLFormElement): void {
  const button = element('button', '#passkey')
  button.hidden = !supportsPasskeys
  onPress(button, form, async () => {
    const notice = element('p', '#notice')
    show(notice, '')
    try {
      if (!(await signIn())) show(notice, texts.passkeyNotUsed)
    } finally {
      void offerInField(form)
    }
  })
  void offerInField(form)
}

async function offerInField(form: HTMLFormElement): Promise<void> {
  if (!supportsPasskeys || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
  for (;;) {
    const expires = AbortSignal.timeout(renewAfterMs)
    try {
      const isSignedIn = await signIn(expires)
      if (isSignedIn || !expires.aborted) return
    } catch (error) {
      showErrors(form, error)
      return
    }
  }
}

/** False if no passkey was used. */
async function signIn(expires?: AbortSignal): Promise<boolean> {
  const body = await askForPasskey(await gatehouse.post('/auth/webauthn/authentication-options'), expires)
  if (!body) return false
  try {
    await gatehouse.storeSession(await gatehouse.post('/auth/webauthn/authenticate', { body }))
  } catch (error) {
    throw await signalUnknownPasskey(error)
  }
  openPage('sessions')
  return true
}
