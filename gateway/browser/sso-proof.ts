import type { SsoStartResponse, SsoStatusResponse } from '@gatehouse/client'
import { element, show } from './elements.ts'
import { onPress } from './form.ts'
import { currentPath } from './navigation.ts'
import { isCallbackPage, recordStarted } from './sso-started.ts'
import { tabStorage } from './storage.ts'
import { filled, texts } from './texts.ts'

const returnedKey = 'gatehouse.sso-proof-returned'
/** A proof is valid for five minutes; this is less, because it began before the return. */
const proofMs = 4 * 60_000

export type SsoRequests = {
  getSsoStatus: () => Promise<SsoStatusResponse>
  startSso: () => Promise<SsoStartResponse>
}

/** Offers a new sign-in at the identity provider, or shows why it is impossible if it is the only method. */
export async function openSsoProof(
  form: HTMLFormElement,
  methods: string[],
  { getSsoStatus, startSso }: SsoRequests,
): Promise<void> {
  const section = element('div', '#step-up-by-sso', form)
  section.hidden = true
  const isPossible = methods.includes('sso')
  if (!isPossible && methods.length > 0) return
  const status = await getSsoStatus().catch(() => undefined)
  const isOffered = isPossible && status?.enabled === true && isCallbackPage(status.redirect_uri)
  if (!isOffered && methods.includes('password')) return
  const hasReturned = takeReturn()
  // A code by mail is offered in its place.
  if (hasReturned && methods.includes('email')) return
  const problem = hasReturned ? texts.stepUp.noSsoProof : isOffered ? '' : texts.stepUp.noSso
  show(element('p', '#step-up-sso-problem', section), problem)
  element('p', '#step-up-sso-text', section).hidden = problem !== ''
  const button = element('button', '#step-up-sso', section)
  const name = status?.display_name
  if (name) button.textContent = filled(texts.stepUp.continueWith, { name })
  button.hidden = problem !== ''
  section.hidden = false
  onPress(button, form, async () => {
    const { authorization_url, state } = await startSso()
    recordStarted({ state, path: currentPath(), notice: texts.stepUp.repeat, purpose: 'proof' })
    location.assign(authorization_url)
  })
}

export function recordReturn(): void {
  tabStorage.setItem(returnedKey, String(Date.now()))
}

/** Whether a new sign-in has just ended: a proof that is required nevertheless was not in it. */
function takeReturn(): boolean {
  const returnedAt = Number(tabStorage.getItem(returnedKey) ?? 0)
  tabStorage.removeItem(returnedKey)
  return Date.now() - returnedAt < proofMs
}
