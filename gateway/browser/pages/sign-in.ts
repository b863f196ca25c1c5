import { GatehouseError } from '@gatehouse/client'
import { openCaptcha } from '../captcha.ts'
import { element } from '../elements.ts'
import { onSubmit } from '../form.ts'
import { gatehouse } from '../gatehouse.ts'
import { openPage } from '../navigation.ts'
import { continueSignIn } from '../second-factor.ts'
import { waitForOwner } from '../waiting.ts'

export function openSignIn(isSignedIn: boolean): boolean {
  if (isSignedIn) {
    openPage('sessions')
    return false
  }
  const captchaHeaders = openCaptcha()
  onSubmit(element('form', '#form'), async (values) => {
    const email = String(values.get('email'))
    const password = String(values.get('password'))
    try {
      continueSignIn(await gatehouse.signIn({ email, password }, { headers: captchaHeaders() }))
    } catch (error) {
      if (!(error instanceof GatehouseError) || error.code !== 'IP_AUTHORIZATION_REQUIRED') throw error
      waitForOwner(error.body)
    }
  })
  return true
}
