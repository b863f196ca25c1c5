import { GatehouseError } from '@gatehouse/client'
import { element, show } from '../elements.ts'
import { onSubmit, showErrors } from '../form.ts'
import { gatehouse } from '../gatehouse.ts'
import { openPage } from '../navigation.ts'
import { texts } from '../texts.ts'

type Step = 'start' | 'original' | 'new' | 'confirm'

const steps: Step[] = ['start', 'original', 'new', 'confirm']

let ticket = ''
let original_proof = ''
/** Kept while the password that the change requires is asked for again. */
let email_token: string | undefined

export function openEmail(isSignedIn: boolean): boolean {
  if (!isSignedIn) {
    openPage('sign-in')
    return false
  }
  void showCurrentAddress()
  onStep('start', start)
  onStep('original', async (values) => {
    const body = { ticket, code: String(values.get('code')) }
    const proved = await gatehouse.post('/users/@me/email-change/verify-original', { body })
    original_proof = proved.original_proof
    showStep('new')
  })
  onStep('new', async (values) => {
    const body = { ticket, original_proof, new_email: String(values.get('new_email')) }
    const { new_email } = await gatehouse.post('/users/@me/email-change/request-new', { body })
    element('strong', '#new-address').textContent = new_email
    email_token = undefined
    showStep('confirm')
  })
  onStep('confirm', confirmChange)
  onResend('original', '/users/@me/email-change/resend-original')
  onResend('confirm', '/users/@me/email-change/resend-new')
  element('button', '#other-address').addEventListener('click', () => showStep('new'))
  for (const button of document.querySelectorAll('.start-over'))
    button.addEventListener('click', () => showStep('start'))
  return true
}

async function showCurrentAddress(): Promise<void> {
  const { email } = await gatehouse.get('/users/@me')
  for (const place of document.querySelectorAll('.current-email')) place.textContent = email
  element('input', '#step-up-account').value = email ?? ''
}

async function start(): Promise<void> {
  const started = await gatehouse.post('/users/@me/email-change/start')
  ticket = started.ticket
  original_proof = started.original_proof ?? ''
  showStep(started.require_original ? 'original' : 'new')
}

async function confirmChange(values: FormData): Promise<void> {
  if (email_token === undefined) {
    const body = { ticket, original_proof, code: String(values.get('code')) }
    const verified = await gatehouse.post('/users/@me/email-change/verify-new', { body })
    email_token = verified.email_token
  }
  await gatehouse.patch('/users/@me', { body: { email_token } })
  openPage('sessions', texts.emailChanged)
}

function onStep(step: Step, send: (values: FormData) => Promise<void>): void {
  onSubmit(element('form', `#${step}`), async (values) => {
    try {
      await send(values)
    } catch (error) {
      if (step === 'start' || !hasEnded(error)) throw error
      showStep('start')
      showErrors(element('form', '#start'), error)
    }
  })
}

/** Whether the change has to be started again. */
function hasEnded(error: unknown): boolean {
  return (
    error instanceof GatehouseError &&
    ['ticket', 'original_proof', 'email_token'].some((field) => error.fields[field])
  )
}

function onResend(
  step: Step,
  path: '/users/@me/email-change/resend-original' | '/users/@me/email-change/resend-new',
): void {
  const form = element('form', `#${step}`)
  element('button', '.resend', form).addEventListener('click', async () => {
    const notice = element('p', '#notice')
    show(notice, '')
    showErrors(form)
    try {
      await gatehouse.post(path, { body: { ticket } })
      show(notice, texts.codeSent)
    } catch (error) {
      showErrors(form, error)
    }
  })
}

function showStep(step: Step): void {
  for (const each of steps) element('form', `#${each}`).hidden = each !== step
  const form = element('form', `#${step}`)
  showErrors(form)
  form.reset()
  form.querySelector<HTMLElement>('h2')?.focus()
}
