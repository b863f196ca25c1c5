import { type AuthLoginResponse, type AuthMfaRequiredResponse, GatehouseError } from '@gatehouse/client'
import { element, show } from './elements.ts'
import { explainField } from './errors.ts'
import { onPress, onSubmit } from './form.ts'
import { gatehouse } from './gatehouse.ts'
import { openPage } from './navigation.ts'
import { askForPasskey, passkeysUnsupported, signalUnknownPasskey, supportsPasskeys } from './passkeys.ts'
import { forgetPendingSignIn, keepPendingSignIn } from './pending-sign-in.ts'
import { openSmsButtons } from './sms-code.ts'
import { texts } from './texts.ts'

export type SignInNotices = {
  /** Shown above the form for the code. */
  beforeCode?: string
  /** Shown after the sign-in. */
  signedIn?: string
}

/** Continues after the first step of a sign-in. */
export function continueSignIn(response: AuthLoginResponse, notices: SignInNotices = {}): void {
  if ('token' in response) openPage('sessions', notices.signedIn)
  else askForFactor(response, notices)
}

export function askForFactor(
  required: AuthMfaRequiredResponse,
  { beforeCode = '', signedIn }: SignInNotices = {},
): void {
  const { ticket, totp, sms, sms_phone_hint, webauthn, allowed_methods } = required
  const takesCode = totp || allowed_methods.includes('backup_code')
  keepPendingSignIn({ step: 'factor', required })
  element('section', '#first-step').hidden = true
  element('p', '.aside').hidden = true
  element('section', '#second-step').hidden = false
  const notice = element('p', '#notice')
  show(notice, beforeCode)
  const form = element('form', '#second-factor')
  const complete = async (send: () => Promise<boolean>) => {
    try {
      if (await send()) {
        forgetPendingSignIn()
        openPage('sessions', signedIn)
      } else show(notice, takesCode ? texts.passkeyNotUsed : texts.passkeyRequired)
    } catch (error) {
      const reason = reasonToStartAgain(error)
      if (reason === undefined) throw error
      forgetPendingSignIn()
      openPage('sign-in', reason)
    }
  }
  element('p', '.forgot', form).addEventListener('click', forgetPendingSignIn)
  const usePasskey = element('button', '#use-passkey', form)
  const codeStep = element('div', '#code-step', form)
  codeStep.hidden = !takesCode
  element('div', '#passkey-step', form).hidden = !webauthn
  if (!totp) {
    element('h1', '#second-step-title').textContent = texts.usePasskey
    element('p', '#app-text').hidden = true
    element('p', '#second-factor-code-hint').textContent = texts.backupCodeHint
    element('div', '#passkey-step', form).after(codeStep)
  }
  if (!totp && !supportsPasskeys) show(notice, passkeysUnsupported)
  usePasskey.hidden = !supportsPasskeys
  const { usesSms } = openSmsButtons(form, 'second-factor', {
    isOffered: sms,
    async send() {
      await gatehouse.post('/auth/login/mfa/sms/send', { body: { ticket } })
      return sms_phone_hint ?? ''
    },
  })
  onSubmit(form, (values) =>
    complete(async () => {
      const body = { ticket, code: String(values.get('code')) }
      if (usesSms()) await gatehouse.storeSession(await gatehouse.post('/auth/login/mfa/sms', { body }))
      else await gatehouse.completeSignIn(body)
      return true
    }),
  )
  onPress(usePasskey, form, () => complete(() => signInWithPasskey(ticket)))
  if (totp) element('input', '[name=code]', form).focus()
  else usePasskey.focus()
}

/** False if the person cancelled. */
async function signInWithPasskey(ticket: string): Promise<boolean> {
  const options = await gatehouse.post('/auth/login/mfa/webauthn/authentication-options', {
    body: { ticket },
  })
  const assertion = await askForPasskey(options)
  if (!assertion) return false
  const body = { ticket, ...assertion }
  try {
    await gatehouse.storeSession(await gatehouse.post('/auth/login/mfa/webauthn', { body }))
  } catch (error) {
    throw await signalUnknownPasskey(error)
  }
  return true
}

/** The ticket expired or had too many wrong codes, or the factor was removed meanwhile. */
function reasonToStartAgain(error: unknown): string | undefined {
  if (!(error instanceof GatehouseError)) return undefined
  const { ticket, code } = error.fields
  if (ticket) return explainField(ticket)
  return code?.code === 'TOTP_NOT_ENABLED' ? explainField(code) : undefined
}
