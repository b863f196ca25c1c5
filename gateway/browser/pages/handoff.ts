import type { AuthSessionResponse } from '@gatehouse/client'
import { give, receive } from '@gatehouse/client/handoff'
import { deviceName, placeOf } from '../devices.ts'
import { element, show } from '../elements.ts'
import { onSubmit, showErrors } from '../form.ts'
import { gatehouse } from '../gatehouse.ts'
import { openPage, takeFragment } from '../navigation.ts'
import { texts } from '../texts.ts'

type Receiver = NonNullable<AuthSessionResponse['client_info']>
type Step = 'start' | 'waiting' | 'receiver'

let cancellation = new AbortController()

export function openHandoff(isSignedIn: boolean): boolean {
  const section = element('div', isSignedIn ? '#give' : '#receive')
  const form = element('form', '', section)
  const run = isSignedIn ? giveSession : receiveSession
  section.hidden = false
  element('p', '#sign-in-link').hidden = isSignedIn
  element('input', '', form).value = takeFragment('code') ?? ''
  onSubmit(form, (values) => run(section, String(values.get('code'))))
  element('button', '.show-code', section).addEventListener('click', () =>
    run(section).catch((error: unknown) => showErrors(form, error)),
  )
  element('button', '#cancel').addEventListener('click', () => cancellation.abort())
  element('strong', '#page-address').textContent = location.host + location.pathname
  return true
}

async function receiveSession(section: HTMLElement, code?: string): Promise<void> {
  await during(section, async (signal) => {
    showStep(section, 'waiting')
    show(element('p', '#progress'), code === undefined ? texts.waitingForOther : texts.waitingForConsent)
    const session = await receive(gatehouse, { ...codeOptions(code), signal })
    if (session) openPage('sessions')
    else restart(section, texts.codeEnded)
  })
}

async function giveSession(section: HTMLElement, code?: string): Promise<void> {
  await during(section, async (signal) => {
    if (code === undefined) showStep(section, 'waiting')
    show(element('p', '#progress'), texts.waitingForOther)
    const confirm = (receiver: Receiver) => confirmReceiver(section, receiver)
    const isGiven = await give(gatehouse, { ...codeOptions(code), signal, confirm })
    restart(section, isGiven ? texts.handedOver : texts.declined)
  })
}

const codeOptions = (code: string | undefined) => (code === undefined ? { onCode: showCode } : { code })

/** Returns to the start when the handoff is cancelled or fails. */
async function during(section: HTMLElement, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  cancellation = new AbortController()
  show(element('p', '#notice'), '')
  try {
    await work(cancellation.signal)
  } catch (error) {
    showStep(section, 'start')
    if (!cancellation.signal.aborted) throw error
  }
}

function showCode({ code }: { code: string }): void {
  element('output', '#code').textContent = code
  element('div', '#shown-code').hidden = false
}

function confirmReceiver(section: HTMLElement, receiver: Receiver): Promise<boolean> {
  showStep(section, 'receiver')
  element('p', '.device-name', section).textContent = `${deviceName(receiver)} · ${placeOf(receiver)}`
  element('h2', '', section).focus()
  return new Promise((resolve) => {
    element('button', '.confirm', section).onclick = () => resolve(true)
    element('button', '.decline', section).onclick = () => resolve(false)
  })
}

function restart(section: HTMLElement, notice: string): void {
  showStep(section, 'start')
  element('form', '', section).reset()
  show(element('p', '#notice'), notice)
}

function showStep(section: HTMLElement, step: Step): void {
  element('div', '.start', section).hidden = step !== 'start'
  const receiver = section.querySelector<HTMLElement>('.receiver')
  if (receiver) receiver.hidden = step !== 'receiver'
  element('div', '#waiting').hidden = step !== 'waiting'
  element('div', '#shown-code').hidden = true
}
