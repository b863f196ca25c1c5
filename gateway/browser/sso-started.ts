import { tabStorage } from './storage.ts'

const startedKey = 'gatehouse.sso-started'

/** A visit to the identity provider that is no sign-in. */
type StartedSso = { state: string; path: string; notice: string; purpose: 'proof' | 'connection' | 'test' }

export function recordStarted(started: StartedSso): void {
  tabStorage.setItem(startedKey, JSON.stringify(started))
}

/** What began with this state, if this tab started it. */
export function takeStarted(state: string | undefined): StartedSso | undefined {
  const text = tabStorage.getItem(startedKey)
  tabStorage.removeItem(startedKey)
  const started: StartedSso | undefined = text === null ? undefined : JSON.parse(text)
  return started?.state === state ? started : undefined
}

/** False if the provider sends people back to an app with pages of its own. */
export function isCallbackPage(redirectUri: string): boolean {
  return redirectUri.startsWith(`${location.origin}/`) && redirectUri.endsWith('/account/sso-callback')
}
