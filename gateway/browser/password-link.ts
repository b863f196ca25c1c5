import { type AuthLoginResponse, GatehouseError } from '@gatehouse/client'
import { element, show } from './elements.ts'
import { explain, explainField } from './errors.ts'
import { onSubmit } from './form.ts'
import { takeFragment } from './navigation.ts'
import { continueSignIn, type SignInNotices } from './second-factor.ts'
import { texts } from './texts.ts'

type PasswordLink = {
  send: (token: string | undefined, values: FormData) => Promise<AuthLoginResponse>
  notices: SignInNotices
  /** Done before the form is shown. */
  prepare?: (token: string) => Promise<void>
  /** The same without a link. Then the form can be sent without a token. */
  withoutLink?: () => void
}

/** A page that the link of a mail opens, with a form for a new password. */
export function openPasswordLink(page: PasswordLink): true {
  const token = takeFragment('token')
  if (token === undefined && page.withoutLink) {
    page.withoutLink()
    openForm(token, page)
  } else if (token === undefined) {
    showUnusable(texts.incompleteLink)
  } else if (page.prepare) {
    page.prepare(token).then(
      () => openForm(token, page),
      (error) => showUnusable(reasonOf(error)),
    )
  } else {
    openForm(token, page)
  }
  return true
}

function openForm(token: string | undefined, { send, notices }: PasswordLink): void {
  const form = element('form', '#form')
  form.hidden = false
  const inputs = [...form.querySelectorAll('input')]
  inputs.find((input) => input.closest('[hidden]') === null && input.value === '')?.focus()
  onSubmit(form, async (values) => {
    try {
      continueSignIn(await send(token, values), notices)
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
