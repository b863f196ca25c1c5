import { element, show } from '../elements.ts'
import { onSubmit } from '../form.ts'
import { gatehouse } from '../gatehouse.ts'
import { takeFragment } from '../navigation.ts'
import { texts } from '../texts.ts'

export function openVerify(isSignedIn: boolean): boolean {
  const token = takeFragment('token')
  const form = element('form', '#form')
  const resend = element('form', '#resend')
  form.hidden = token === undefined
  element('p', '#incomplete').hidden = token !== undefined
  resend.hidden = token !== undefined || !isSignedIn
  onSubmit(form, async () => {
    resend.hidden = !isSignedIn
    await gatehouse.post('/auth/verify', { body: { token: token ?? '' } })
    form.hidden = true
    resend.hidden = true
    const result = element('p', '#verified')
    result.hidden = false
    result.focus()
  })
  onSubmit(resend, async () => {
    await gatehouse.post('/auth/verify/resend')
    show(element('p', '#notice'), texts.mailSent)
  })
  return true
}
