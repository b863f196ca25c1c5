import type { SsoStartResponse, SsoStatusResponse } from '@gatehouse/client'
import { element, show } from './elements.ts'
import { onPress } from './form.ts'
import { currentPath } from './navigation.ts'
import { tabStorage } from './storage.ts'
import { filled, texts } from './texts.ts'

const startedKey = 'gatehouse.sso-proof'
const returnedKey = 'gatehouse.sso-proof-returned'
/** A proof is valid for five minutes; this is less, because it began before the return. */
const proofMs = 4 * 60_000

export type SsoRequests = {
  getSsoStatus: () => Promise<SsoStatusResponse>
  startSso: () => Promise<SsoStartResponse>
}

type StartedProof = { state: string; path: string; notice: string }

/** Offers a new sign-in at the identity provider, or shows why it is impossible if it is the only method. */
export async function openSsoProof(
  form: HTMLFormElement,
  methods: string[],
  { getSsoStatus, startSso }: SsoRequests,
): Promise<void> {
  const section = element('div', '#step-up-by-sso', form)
  section.hidden = true
  if (!methods.includes('sso')) return
  const status = await getSsoStatus().catch(() => undefined)
  const isOffered = status?.enabled === true && isCallbackPage(status.redirect_uri)
  if (!isOffered && methods.includes('password')) return
  const problem = takeReturn() ? texts.stepUp.noSsoProof : isOffered ? '' : texts.stepUp.noSso
  show(element('p', '#step-up-sso-problem', section), problem)
  element('p', '#step-up-sso-text', section).hidden = problem !== ''
  const button = element('button', '#step-up-sso', section)
  const name = status?.display_name
  if (name) button.textContent = filled(texts.stepUp.continueWith, { name })
  button.hidden = problem !== ''
  section.hidden = false
  onPress(button, form, async () => {
    const { authorization_url, state } = await startSso()
    const started: StartedProof = { state, path: currentPath(), notice: texts.stepUp.repeat }
    tabStorage.setItem(startedKey, JSON.stringify(started))
    location.assign(authorization_url)
  })
}

/** The proof that began with this state, if this tab started it. */
export function takeStartedProof(state: string | undefined): StartedProof | undefined {
  const text = tabStorage.getItem(startedKey)
  tabStorage.removeItem(startedKey)
  const started: StartedProof | undefined = text === null ? undefined : JSON.parse(text)
  return started?.state === state ? started : undefined
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

/** False if the provider sends people back to an app with pages of its own. */
function isCallbackPage(redirectUri: string): boolean {
  return redirectUri.startsWith(`${location.origin}/`) && redirectUri.endsWith('/account/sso-callback')
}
