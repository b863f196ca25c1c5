import type { AuthMfaRequiredResponse, IpAuthorizationRequiredError } from '@gatehouse/client'
import { tabStorage } from './storage.ts'

const key = 'gatehouse.pending-sign-in'
/** As long as its ticket. */
const lifetimeMs = 15 * 60_000

type PendingSignIn =
  | { step: 'factor'; required: AuthMfaRequiredResponse }
  | { step: 'owner'; required: IpAuthorizationRequiredError }

/** Until it ends: phones discard the pages of other tabs, and load them again. The links to other languages continue it too. */
export function keepPendingSignIn(pending: PendingSignIn): void {
  tabStorage.setItem(key, JSON.stringify({ ...pending, until: Date.now() + lifetimeMs }))
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[hreflang]'))
    link.href = `sign-in?lang=${link.hreflang}`
}

export function forgetPendingSignIn(): void {
  tabStorage.removeItem(key)
}

export function pendingSignIn(): PendingSignIn | undefined {
  const pending: (PendingSignIn & { until: number }) | null = JSON.parse(tabStorage.getItem(key) ?? 'null')
  return pending && Date.now() < pending.until ? pending : undefined
}
