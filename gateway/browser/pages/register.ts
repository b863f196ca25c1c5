import { openCaptcha } from '../captcha.ts'
import { element } from '../elements.ts'
import { onSubmit } from '../form.ts'
import { gatehouse } from '../gatehouse.ts'
import { openPage } from '../navigation.ts'
import { randomUuid } from '../random-uuid.ts'
import { texts } from '../texts.ts'

export function openRegister(isSignedIn: boolean): boolean {
  if (isSignedIn) {
    openPage('sessions')
    return false
  }
  const captchaHeaders = openCaptcha()
  onSubmit(element('form', '#form'), async (values) => {
    const text = (name: string) => String(values.get(name))
    const name = text('global_name').trim()
    const body = {
      email: text('email'),
      password: text('password'),
      date_of_birth: text('date_of_birth'),
      // Sent without consent too, because the response lists all invalid fields.
      consent: values.has('consent') as true,
      ...(name === '' ? {} : { global_name: name }),
    }
    // The client may send it again with this key, so that a lost response creates no second account.
    const headers = { ...captchaHeaders(), 'idempotency-key': randomUuid() }
    await gatehouse.register(body, { headers })
    openPage('sessions', texts.registered)
  })
  return true
}
