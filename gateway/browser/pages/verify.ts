import { GatehouseError } from '@gatehouse/client'
import { element } from '../elements.ts'
import { onSubmit } from '../form.ts'
import { gatehouse } from '../gatehouse.ts'
import { takeFragment } from '../navigation.ts'
import { resendForm, sendsMails } from '../resend.ts'

export function openVerify(isSignedIn: boolean): boolean {
  const token = takeFragment('token')
  const form = element('form', '#form')
  const resend = resendForm()
  const offerAnother = () => {
    if (!sendsMails) return
    resend.hidden = !isSignedIn
    element('p', '#sign-in-first').hidden = isSignedIn
  }
  if (token === undefined) {
    element('p', '#incomplete').hidden = false
    offerAnother()
    return true
  }
  form.hidden = false
  onSubmit(form, async () => {
    try {
      await gatehouse.post('/auth/verify', { body: { token } })
    } catch (error) {
      if (error instanceof GatehouseError && error.fields.token) offerAnother()
      throw error
    }
    form.hidden = true
    const result = element('p', '#verified')
    result.hidden = false
    result.focus()
  })
  return true
}
