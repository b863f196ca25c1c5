import type { AuthMfaRequiredResponse, IpAuthorizationRequiredError } from '@gatehouse/client'

const key = 'gatehouse.pending-sign-in'

type PendingSignIn =
  | { step: 'factor'; required: AuthMfaRequiredResponse }
  | { step: 'owner'; required: IpAuthorizationRequiredError }

/** Makes the links to other languages continue this sign-in. */
export function keepInOtherLanguages(pending: PendingSignIn): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[hreflang]')) {
    link.href = `sign-in?lang=${link.hreflang}`
    link.addEventListener('click', () => sessionStorage.setItem(key, JSON.stringify(pending)))
  }
}

export function takePendingSignIn(): PendingSignIn | undefined {
  const pending = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return pending === null ? undefined : JSON.parse(pending)
}
