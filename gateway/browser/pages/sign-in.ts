import { GatehouseError } from '@gatehouse/client'
import { openCaptcha } from '../captcha.ts'
import { element } from '../elements.ts'
import { onSubmit } from '../form.ts'
import { gatehouse } from '../gatehouse.ts'
import { openPage } from '../navigation.ts'
import { openPasskeySignIn } from '../passkey-sign-in.ts'
import { pendingSignIn } from '../pending-sign-in.ts'
import { askForFactor, continueSignIn } from '../second-factor.ts'
import { openSsoButton } from '../sso-button.ts'
import { waitForOwner } from '../waiting.ts'

export function openSignIn(isSignedIn: boolean): boolean {
  if (isSignedIn) {
    openPage('sessions')
    return false
  }
  const captchaHeaders = openCaptcha()
  const form = element('form', '#form')
  openPasskeySignIn(form)
  // Without the status of the provider there is no button, and the form works.
  void openSsoButton().catch(() => {})
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
  const pending = pendingSignIn()
  if (pending?.step === 'factor') askForFactor(pending.required)
  else if (pending) waitForOwner(pending.required)
}
