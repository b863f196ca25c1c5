import { type AuthLoginResponse, GatehouseError } from '@gatehouse/client'
import { element, show } from './elements.ts'
import { explain, explainField } from './errors.ts'
import { onSubmit } from './form.ts'
import { takeFragment } from './navigation.ts'
import { continueSignIn, type SignInNotices } from './second-factor.ts'
import { texts } from './texts.ts'

type Send = (body: { token: string; password: string }) => Promise<AuthLoginResponse>

/** A page that the link of a mail opens, with a form for a new password. `prepare` is done before the form is shown. */
export function openPasswordLink(
  send: Send,
  notices: SignInNotices,
  prepare?: (token: string) => Promise<void>,
): true {
  const token = takeFragment('token')
  if (token === undefined) {
    showUnusable(texts.incompleteLink)
  } else if (prepare) {
    prepare(token).then(
      () => openForm(token, send, notices),
      (error) => showUnusable(reasonOf(error)),
    )
  } else {
    openForm(token, send, notices)
  }
  return true
}

function openForm(token: string, send: Send, notices: SignInNotices): void {
  const form = element('form', '#form')
  form.hidden = false
  element('input', '[autofocus]', form).focus()
  onSubmit(form, async (values) => {
    try {
      continueSignIn(await send({ token, password: String(values.get('password')) }), notices)
    } catch (error) {
      if (!(error instanceof GatehouseError && error.fields.token)) throw error
      showUnusable(reasonOf(error))
    }
  })
}

/** Why the token of a link cannot be used. */
export function reasonOf(error: unknown): string {
  const problem = error instanceof GatehouseError ? error.fields.token : undefined
  return problem ? explainField(problem) : explain(error)
}

function showUnusable(reason: string): void {
  element('form', '#form').hidden = true
  element('a', '#forgot').hidden = false
  const failure = element('p', '#unusable')
  show(failure, reason)
  failure.focus()
}
