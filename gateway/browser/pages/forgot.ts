import { element } from '../elements.ts'
import { onSubmit } from '../form.ts'
import { gatehouse } from '../gatehouse.ts'
import { sendsMails } from '../resend.ts'

export function openForgot(): boolean {
  if (!sendsMails) return true
  const form = element('form', '#form')
  onSubmit(form, async (values) => {
    const email = String(values.get('email'))
    await gatehouse.post('/auth/forgot', { body: { email } })
    form.hidden = true
    const result = element('p', '#sent')
    result.hidden = false
    const link = element('a', '#enter-code')
    link.hash = new URLSearchParams({ email }).toString()
    link.hidden = false
    result.focus()
  })
  return true
}
