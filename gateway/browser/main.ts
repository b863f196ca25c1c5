import { element, show } from './elements.ts'
import { gatehouse } from './gatehouse.ts'
import { openPage, takeNotice } from './navigation.ts'
import { openAuthorizeIp } from './pages/authorize-ip.ts'
import { openEmail } from './pages/email.ts'
import { openForgot } from './pages/forgot.ts'
import { openHandoff } from './pages/handoff.ts'
import { openRegister } from './pages/register.ts'
import { openReset } from './pages/reset.ts'
import { openRevert } from './pages/revert.ts'
import { openSecurity } from './pages/security.ts'
import { openSessions } from './pages/sessions.ts'
import { openSignIn } from './pages/sign-in.ts'
import { openSingleSignOn } from './pages/single-sign-on.ts'
import { openSsoCallback } from './pages/sso-callback.ts'
import { openVerify } from './pages/verify.ts'
import { openWebhooks } from './pages/webhooks.ts'
import { watchPasswords } from './passwords.ts'
import { isStorageBlocked } from './storage.ts'
import { texts } from './texts.ts'

/** Each returns false if it opens another page instead. */
const pages: Record<string, (isSignedIn: boolean) => boolean> = {
  'sign-in': openSignIn,
  'sso-callback': openSsoCallback,
  register: openRegister,
  sessions: openSessions,
  security: openSecurity,
  handoff: openHandoff,
  verify: openVerify,
  'authorize-ip': openAuthorizeIp,
  forgot: openForgot,
  reset: openReset,
  email: openEmail,
  revert: openRevert,
  webhooks: openWebhooks,
  'single-sign-on': openSingleSignOn,
}

async function start(): Promise<void> {
  const isSignedIn = (await gatehouse.tokenStore.get()) !== undefined
  forgetWhenLeft()
  watchLinks()
  watchPasswords()
  element('nav', '#account-nav').hidden = !isSignedIn
  element('button', '#sign-out').addEventListener('click', signOut)
  if (!pages[document.body.dataset.page ?? '']?.(isSignedIn)) return
  show(element('p', '#notice'), takeNotice() || blockedNotice())
  element('div', '#content').hidden = false
  document.querySelector<HTMLElement>('#content [autofocus]')?.focus()
}

/** Another link to this page changes only the fragment, so the browser does not load the page by itself. */
function watchLinks(): void {
  addEventListener('hashchange', () => {
    if (location.hash.includes('=')) location.reload()
  })
}

/** On pages that begin a session, which the next page could not find. */
function blockedNotice(): string {
  const beginsSession = ['sign-in', 'register', 'handoff', 'sso-callback']
  return isStorageBlocked && beginsSession.includes(document.body.dataset.page ?? '')
    ? texts.siteDataBlocked
    : ''
}

/** The session is forgotten here even if the API does not respond. */
async function signOut(): Promise<void> {
  await gatehouse.signOut().catch(() => {})
  openPage('sign-in', texts.signedOut)
}

/** A browser can show a page again as it was left (back/forward cache), after someone else signed in or nobody is. */
function forgetWhenLeft(): void {
  addEventListener('pagehide', () => {
    for (const part of document.querySelectorAll('[data-personal]')) part.replaceChildren()
    for (const form of document.querySelectorAll('form')) form.reset()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
}

void start()
