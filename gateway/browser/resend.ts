import { element, show } from './elements.ts'
import { onSubmit } from './form.ts'
import { gatehouse } from './gatehouse.ts'
import { texts } from './texts.ts'

/** Whether the installation sends mails. */
export const sendsMails = !('noMail' in document.body.dataset)

/** The form that sends the verification mail again. */
export function resendForm(): HTMLFormElement {
  const form = element('form', '#resend')
  onSubmit(form, async () => {
    await gatehouse.post('/auth/verify/resend')
    show(element('p', '#notice'), texts.mailSent)
  })
  return form
}
