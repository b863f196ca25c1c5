import { openAppSection, showApp } from '../authenticator-app.ts'
import { openCodesSection, showCodesSection } from '../backup-codes.ts'
import { element, show } from '../elements.ts'
import { reportFailure } from '../failure.ts'
import { onSubmit } from '../form.ts'
import { gatehouse } from '../gatehouse.ts'
import { openPage } from '../navigation.ts'
import { openPasskeySection, showPasskeys } from '../passkey-section.ts'
import { openPhoneSection, showPhone } from '../phone-section.ts'
import { openProviderSection, showProvider } from '../provider-section.ts'
import { texts } from '../texts.ts'

/** `AuthenticatorType` of the API. */
const totpType = 0
const smsType = 1

export function openSecurity(isSignedIn: boolean): boolean {
  if (!isSignedIn) {
    openPage('sign-in')
    return false
  }
  openPasswordSection()
  openPasskeySection(load)
  openAppSection(load)
  openCodesSection()
  openPhoneSection(load)
  openProviderSection(load)
  void reportFailure(load)
  return true
}

async function load(): Promise<void> {
  const me = await gatehouse.get('/users/@me')
  element('strong', '#email').textContent = me.email
  for (const id of ['#step-up-account', '#password-account']) element('input', id).value = me.email ?? ''
  element('section', '#password-section').hidden = !me.has_password
  const hasApp = me.authenticator_types.includes(totpType)
  showApp(hasApp)
  showCodesSection(hasApp || me.require_passkey)
  showPhone({ phone: me.phone, hasApp, hasSms: me.authenticator_types.includes(smsType) })
  await Promise.all([showPasskeys(me), showProvider(me)])
}

function openPasswordSection(): void {
  const form = element('form', '#password-form')
  onSubmit(form, async (values) => {
    const body = {
      password: String(values.get('password')),
      new_password: String(values.get('new_password')),
    }
    await gatehouse.patch('/users/@me', { body })
    form.reset()
    element('details', '#change-password').open = false
    show(element('p', '#notice'), texts.security.passwordChanged)
    element('h2', '#password-title').focus()
  })
}
