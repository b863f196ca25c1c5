import type { Gatehouse } from './create-client.ts'
import { GatehouseError } from './gatehouse-error.ts'
import { sleep } from './sleep.ts'
import type { Session } from './token-store.ts'

type WaitOptions = {
  signal?: AbortSignal
  /** The time between the first requests; it grows to five times as much. */
  pollMs?: number
}

const growth = 1.1
const maxGrowth = 5

/**
 * Waits until the owner of the account authorizes this address with the link of a mail, and stores the token. `ticket` is
 * that of IP_AUTHORIZATION_REQUIRED. Resolves with undefined if it expired: then sign in again.
 */
export async function waitForAuthorization(
  { api, tokenStore }: Gatehouse,
  ticket: string,
  { signal, pollMs = 2_000 }: WaitOptions = {},
): Promise<Session | undefined> {
  for (let waitMs = pollMs; ; waitMs = Math.min(waitMs * growth, pollMs * maxGrowth)) {
    await sleep(waitMs, signal)
    const response = await poll()
    if (response === 'expired') return undefined
    if (response?.token && response.user_id) {
      const session = { token: response.token, user_id: response.user_id }
      await tokenStore.set(session)
      return session
    }
  }

  async function poll() {
    try {
      const init = { headers: { 'X-Ticket': ticket }, ...(signal && { signal }) }
      return (await api.GET('/auth/ip-authorization/poll', init)).data
    } catch (error) {
      if (!(error instanceof GatehouseError) || signal?.aborted) throw error
      if (error.fields.ticket) return 'expired'
      // A lost connection or an overloaded service does not end the sign-in.
      if (error.status === 0 || error.status === 429 || error.status >= 500) return undefined
      throw error
    }
  }
}
