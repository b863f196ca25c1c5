import { GatehouseError } from '@gatehouse/client'
import { element, show } from '../elements.ts'
import { missing, onSubmit } from '../form.ts'
import { gatehouse } from '../gatehouse.ts'
import { isDone, recordDone, takeFragment } from '../navigation.ts'
import { reasonOf } from '../password-link.ts'
import { resendForm, sendsMails } from '../resend.ts'
import { dateAndTime } from '../times.ts'

type ShowUnusable = (error: unknown) => void

export function openVerify(isSignedIn: boolean): boolean {
  const token = takeFragment('token')
  const resend = resendForm()
  const offerAnother = () => {
    if (!sendsMails) return
    resend.hidden = !isSignedIn
    element('p', '#sign-in-first').hidden = isSignedIn
  }
  const showUnusable = (error: unknown) => {
    element('form', '#form').hidden = true
    const failure = element('p', '#unusable')
    show(failure, reasonOf(error))
    offerAnother()
    failure.focus()
  }
  if (isDone()) {
    showVerified()
  } else if (token !== undefined) {
    review(token, showUnusable).catch(showUnusable)
  } else if (isSignedIn && sendsMails) {
    void isVerified().then((verified) => {
      if (verified) return showVerified()
      openForm({}, { needsCode: true, showUnusable })
      offerAnother()
    })
  } else {
    element('p', '#incomplete').hidden = false
    offerAnother()
  }
  return true
}

async function isVerified(): Promise<boolean> {
  // Without a response the form is shown, which then says what is wrong.
  const me = await gatehouse.get('/users/@me').catch(() => undefined)
  return me?.verified === true
}

async function review(token: string, showUnusable: ShowUnusable): Promise<void> {
  const found = await gatehouse.post('/auth/verify/info', { body: { token } })
  element('dd', '#address').textContent = found.email
  element('dd', '#registered').textContent = dateAndTime(found.registered_at)
  element('dl', '#account').hidden = false
  openForm({ token }, { needsCode: found.needs_code, showUnusable })
}

function openForm(
  link: { token?: string },
  { needsCode, showUnusable }: { needsCode: boolean; showUnusable: ShowUnusable },
): void {
  const form = element('form', '#form')
  element('div', '#code-step').hidden = !needsCode
  element('p', '#with-code').hidden = !needsCode
  element('p', '#without-code').hidden = needsCode
  form.hidden = false
  onSubmit(form, async (values) => {
    const code = String(values.get('code')).trim()
    // With a token alone no code would be compared.
    if (needsCode && code === '') throw missing('code')
    try {
      await gatehouse.post('/auth/verify', { body: { ...link, ...(needsCode && { code }) } })
    } catch (error) {
      if (!(error instanceof GatehouseError && error.fields.token)) throw error
      showUnusable(error)
      return
    }
    recordDone()
    showVerified()
  })
}

function showVerified(): void {
  for (const id of ['#form', '#resend']) element('form', id).hidden = true
  const result = element('p', '#verified')
  result.hidden = false
  result.focus()
}
