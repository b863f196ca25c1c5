import { GatehouseError } from '@gatehouse/client'
import { openCaptcha } from '../captcha.ts'
import { element, show } from '../elements.ts'
import { onPress, onSubmit } from '../form.ts'
import { gatehouse } from '../gatehouse.ts'
import { openPage } from '../navigation.ts'
import { askForPasskey, supportsPasskeys } from '../passkeys.ts'
import { takePendingSignIn } from '../pending-sign-in.ts'
import { askForFactor, continueSignIn } from '../second-factor.ts'
import { texts } from '../texts.ts'
import { waitForOwner } from '../waiting.ts'

export function openSignIn(isSignedIn: boolean): boolean {
  if (isSignedIn) {
    openPage('sessions')
    return false
  }
  const captchaHeaders = openCaptcha()
  const form = element('form', '#form')
  const passkey = element('button', '#passkey')
  passkey.hidden = !supportsPasskeys
  onPress(passkey, form, signInWithPasskey)
  onSubmit(form, async (values) => {
    const email = String(values.get('email'))
    const password = String(values.get('password'))
    try {
      continueSignIn(await gatehouse.signIn({ email, password }, { headers: captchaHeaders() }))
    } catch (error) {
      if (!(error instanceof GatehouseError) || error.code !== 'IP_AUTHORIZATION_REQUIRED') throw error
      waitForOwner(error.body)
    }
  })
  // The page is shown first: hidden elements take no focus.
  queueMicrotask(continuePendingSignIn)
  return true
}

function continuePendingSignIn(): void {
  const pending = takePendingSignIn()
  if (pending?.step === 'factor') askForFactor(pending.required)
  else if (pending) waitForOwner(pending.required)
}

async function signInWithPasskey(): Promise<void> {
  const notice = element('p', '#notice')
  show(notice, '')
  const body = await askForPasskey(await gatehouse.post('/auth/webauthn/authentication-options'))
  if (!body) return show(notice, texts.passkeyNotUsed)
  await gatehouse.storeSession(await gatehouse.post('/auth/webauthn/authenticate', { body }))
  openPage('sessions')
}
