import type { AuthTokenWithUserIdResponse } from '@gatehouse/client'
import { element, show } from '../elements.ts'
import { gatehouse } from '../gatehouse.ts'
import { openPage, returnTo } from '../navigation.ts'
import { continueSignIn } from '../second-factor.ts'
import { reportSsoFailure } from '../sso-failure.ts'
import { recordReturn } from '../sso-proof.ts'
import { takeStarted } from '../sso-started.ts'
import { keepTestResult } from '../sso-test-result.ts'
import { texts } from '../texts.ts'

export function openSsoCallback(): boolean {
  const { code, state, iss, error, error_description } = callbackParameters()
  // The code would stay in the history.
  history.replaceState(null, '', location.pathname)
  const started = takeStarted(state)
  if (started?.purpose === 'connection') showConnection()
  if (state === undefined || (code === undefined && error === undefined)) {
    element('p', '#progress').hidden = true
    show(element('p', '#failure'), texts.noCallback)
    return true
  }
  void reportSsoFailure(async () => {
    try {
      // With an error too, such as `access_denied` if the person cancelled (RFC 6749, section 4.1.2.1): it belongs into the log.
      const body = { code, state, iss, error, error_description }
      if (started?.purpose === 'connection') {
        await gatehouse.post('/users/@me/sso/complete', { body })
        return returnTo(started.path, started.notice)
      }
      if (started?.purpose === 'test') {
        keepTestResult(await gatehouse.post('/admin/sso-config/test/complete', { body }))
        return returnTo(started.path, started.notice)
      }
      const response = await gatehouse.post('/auth/sso/complete', { body }).catch((failure: unknown) => {
        if (error === undefined || !started) throw failure
      })
      if (!response) return returnTo(started?.path ?? '', texts.stepUp.notConfirmed)
      if (!('token' in response)) continueSignIn(response)
      else if (started) await replaceSession(response, started)
      else {
        await gatehouse.storeSession(response)
        continueSignIn(response)
      }
    } finally {
      for (const id of ['#progress', '#connecting']) element('p', id).hidden = true
    }
  })
  return true
}

function showConnection(): void {
  element('h1', '#sign-in-title').hidden = true
  element('h1', '#connection-title').hidden = false
  element('p', '#progress').hidden = true
  element('p', '#connecting').hidden = false
  element('p', '#to-sign-in').hidden = true
  element('p', '#to-security').hidden = false
}

/** Some providers answer in the fragment. */
function callbackParameters(): Partial<Record<string, string>> {
  const query = new URLSearchParams(location.search)
  const hasAnswer = query.has('code') || query.has('error')
  return Object.fromEntries(hasAnswer ? query : new URLSearchParams(location.hash.slice(1)))
}

/** The new session has the proof of identity. */
async function replaceSession(
  response: AuthTokenWithUserIdResponse,
  { path, notice }: { path: string; notice: string },
): Promise<void> {
  const previous = await gatehouse.tokenStore.get()
  // The sessions page still lists the previous session if this fails.
  await gatehouse.signOut().catch(() => {})
  await gatehouse.storeSession(response)
  if (previous?.user_id !== response.user_id) return openPage('sessions', texts.stepUp.otherAccount)
  recordReturn()
  returnTo(path, notice)
}
