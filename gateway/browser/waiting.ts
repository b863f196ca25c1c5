import type { IpAuthorizationRequiredError } from '@gatehouse/client'
import { waitForAuthorization } from '@gatehouse/client/ip-authorization'
import { element, show } from './elements.ts'
import { countDown, onSubmit } from './form.ts'
import { gatehouse } from './gatehouse.ts'
import { openPage } from './navigation.ts'
import { forgetPendingSignIn, keepPendingSignIn } from './pending-sign-in.ts'
import { texts } from './texts.ts'

const soonMs = 200

/** Waits until the owner opens the link of the mail, on this device or another one, or enters its code here. */
export function waitForOwner(required: IpAuthorizationRequiredError): void {
  const { ticket, email, number, resend_available_in } = required
  keepPendingSignIn({ step: 'owner', required })
  element('section', '#first-step').hidden = true
  element('section', '#waiting').hidden = false
  element('strong', '#waiting-email').textContent = email
  element('strong', '', element('p', '#waiting-number')).textContent = number
  show(element('p', '#waiting-progress'), texts.waitingForMail)
  element('h1', '#waiting-title').focus()
  element('button', '#start-over').addEventListener('click', () => {
    forgetPendingSignIn()
    location.reload()
  })
  offerResend(ticket, resend_available_in)
  offerCode(ticket, poll(ticket))
}

/** Returns what ends it, so that another one can poll sooner. */
function poll(ticket: string, pollMs?: number): AbortController {
  const controller = new AbortController()
  const { signal } = controller
  const options = { signal, ...(pollMs !== undefined && { pollMs }) }
  const ended = () => signal.aborted || showEnded()
  void waitForAuthorization(gatehouse, ticket, options).then((session) => {
    if (!session) return ended()
    forgetPendingSignIn()
    openPage('sessions')
  }, ended)
  return controller
}

/** For an owner whose link does not work, on this device. */
function offerCode(ticket: string, polling: AbortController): void {
  onSubmit(element('form', '#waiting-code-form'), async (values) => {
    await gatehouse.post('/auth/authorize-ip', { body: { ticket, code: String(values.get('code')) } })
    polling.abort()
    element('details', '#by-code').hidden = true
    element('form', '#resend').hidden = true
    poll(ticket, soonMs)
  })
}

function offerResend(ticket: string, seconds: number): void {
  const form = element('form', '#resend')
  const button = element('button', '', form)
  button.ariaDisabled = 'true'
  void countDown(button, seconds, texts.resendIn).then(() => {
    button.ariaDisabled = null
  })
  onSubmit(form, async () => {
    await gatehouse.post('/auth/ip-authorization/resend', { body: { ticket } })
    form.hidden = true
    show(element('p', '#notice'), texts.authorizationMailSent)
  })
}

function showEnded(): void {
  forgetPendingSignIn()
  element('div', '#waiting-steps').hidden = true
  show(element('p', '#notice'), '')
  const ended = element('p', '#waiting-ended')
  ended.hidden = false
  ended.focus()
}
