import { type AuthLoginResponse, GatehouseError } from '@gatehouse/client'
import { element, show } from './elements.ts'
import { explainField } from './errors.ts'
import { onSubmit } from './form.ts'
import { takeFragment } from './navigation.ts'
import { continueSignIn, type SignInNotices } from './second-factor.ts'
import { texts } from './texts.ts'

type Send = (body: { token: string; password: string }) => Promise<AuthLoginResponse>

/** A page that the link of a mail opens, with a form for a new password. */
export function openPasswordLink(send: Send, notices: SignInNotices): true {
  const token = takeFragment('token')
  if (token === undefined) {
    showUnusable(texts.incompleteLink)
    return true
  }
  element('form', '#form').hidden = false
  onSubmit(element('form', '#form'), async (values) => {
    try {
      continueSignIn(await send({ token, password: String(values.get('password')) }), notices)
    } catch (error) {
      const problem = error instanceof GatehouseError ? error.fields.token : undefined
      if (!problem) throw error
      showUnusable(explainField(problem))
    }
  })
  return true
}

function showUnusable(reason: string): void {
  element('form', '#form').hidden = true
  element('a', '#forgot').hidden = false
  const failure = element('p', '#unusable')
  show(failure, reason)
  failure.focus()
}
