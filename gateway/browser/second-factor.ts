import { type AuthLoginResponse, GatehouseError } from '@gatehouse/client'
import { element, show } from './elements.ts'
import { explainField } from './errors.ts'
import { onSubmit } from './form.ts'
import { gatehouse } from './gatehouse.ts'
import { openPage } from './navigation.ts'

export type SignInNotices = {
  /** Shown above the form for the code. */
  beforeCode?: string
  /** Shown after the sign-in. */
  signedIn?: string
}

/** Continues after the first step of a sign-in. */
export function continueSignIn(answer: AuthLoginResponse, notices: SignInNotices = {}): void {
  if ('token' in answer) openPage('sessions', notices.signedIn)
  else askForCode(answer.ticket, notices)
}

function askForCode(ticket: string, { beforeCode = '', signedIn }: SignInNotices): void {
  element('section', '#first-step').hidden = true
  element('p', '.aside').hidden = true
  element('section', '#second-step').hidden = false
  const notice = element('p', '#notice')
  show(notice, beforeCode)
  const form = element('form', '#second-factor')
  onSubmit(form, async (values) => {
    show(notice, '')
    try {
      await gatehouse.completeSignIn({ ticket, code: String(values.get('code')) })
      openPage('sessions', signedIn)
    } catch (error) {
      const reason = reasonToStartAgain(error)
      if (reason === undefined) throw error
      openPage('sign-in', reason)
    }
  })
  element('input', '[name=code]', form).focus()
}

/** The ticket expired or had too many wrong codes, or the factor was removed meanwhile. */
function reasonToStartAgain(error: unknown): string | undefined {
  if (!(error instanceof GatehouseError)) return undefined
  const { ticket, code } = error.fields
  if (ticket) return explainField(ticket)
  return code?.code === 'TOTP_NOT_ENABLED' ? explainField(code) : undefined
}
