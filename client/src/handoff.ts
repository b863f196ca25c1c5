import type { RequestOptions } from './calls.ts'
import type { Gatehouse } from './create-client.ts'
import type { HandoffInfoResponse, HandoffInitiateResponse } from './gen/api.ts'
import { sleep } from './sleep.ts'
import type { Session } from './token-store.ts'

/** Aborting `signal` cancels the code. `headers` are sent with every request. */
export type HandoffOptions = RequestOptions & {
  /** The code that the other device shows. Without it this device gets a code to show, in `onCode`. */
  code?: string | undefined
  onCode?: ((handoff: HandoffInitiateResponse) => void) | undefined
  /** The time between two polls: by default 2,000 in `receive` and 6,000 in `give`, as their limits allow. */
  pollMs?: number | undefined
}
/** Browser, system and location of the device that would be signed in. */
export type Receiver = NonNullable<HandoffInfoResponse['client_info']>

const secretHeader = 'X-Handoff-Secret'

/**
 * Signs this device in with the session of another one and stores the token. Resolves with undefined if the
 * code expired or the other device declined or cancelled, and also for a wrong `code`: the API does not reveal
 * which codes exist.
 */
export async function receive(
  { api, tokenStore }: Gatehouse,
  { code, onCode, signal, headers: given, pollMs = 2_000 }: HandoffOptions = {},
): Promise<Session | undefined> {
  if (await tokenStore.get())
    throw new Error('This device is signed in. Sign out before you receive a session.')
  let headers = { ...given }
  if (code === undefined) {
    const { data, response } = await api.POST('/auth/handoff/initiate', { signal, headers })
    headers = { ...headers, ...secretOf(response) }
    onCode?.(data)
    code = data.code
  }
  const params = { path: { code } }
  try {
    for (;;) {
      const path = '/auth/handoff/{code}/status'
      const { data, response } = await api.GET(path, { signal, params, headers })
      headers = { ...headers, ...secretOf(response) }
      if (data.status === 'expired') return undefined
      if (data.token && data.user_id) {
        const session = { token: data.token, user_id: data.user_id }
        await tokenStore.set(session)
        return session
      }
      await sleep(pollMs, signal)
    }
  } catch (error) {
    if (signal?.aborted) await api.DELETE('/auth/handoff/{code}', { params, headers }).catch(() => {})
    throw error
  }
}

/**
 * Signs another device in. `confirm` gets its browser, system and location; only a user who recognizes the
 * device should confirm. Resolves with false if the user declined, which cancels the code. Throws
 * UNKNOWN_HANDOFF if the code is wrong or expired.
 */
export async function give(
  gatehouse: Gatehouse,
  options: HandoffOptions & { confirm(receiver: Receiver): boolean | Promise<boolean> },
): Promise<boolean> {
  const { signal, headers, onCode, confirm, pollMs = 6_000 } = options
  const session = await gatehouse.tokenStore.get()
  if (!session) throw new Error('Sign in before you give your session to another device.')
  const request = { signal, headers }
  const code = options.code ?? (await initiate())
  const params = { path: { code } }
  const cancel = () => gatehouse.delete('/auth/handoff/{code}', { params, headers })
  try {
    const isConfirmed = await confirm(await receiver())
    signal?.throwIfAborted()
    if (isConfirmed)
      await gatehouse.post('/auth/handoff/complete', { ...request, body: { code, ...session } })
    else await cancel()
    return isConfirmed
  } catch (error) {
    // The caller gets the reason of the abort; a code that is not cancelled expires.
    if (signal?.aborted) await cancel().catch(() => {})
    throw error
  }

  async function initiate(): Promise<string> {
    const handoff = await gatehouse.post('/auth/handoff/initiate', request)
    onCode?.(handoff)
    return handoff.code
  }

  async function receiver(): Promise<Receiver> {
    for (;;) {
      const { client_info } = await gatehouse.get('/auth/handoff/{code}', { ...request, params })
      if (client_info) return client_info
      await sleep(pollMs, signal)
    }
  }
}

function secretOf({ headers }: Response): Record<string, string> {
  const secret = headers.get(secretHeader)
  return secret === null ? {} : { [secretHeader]: secret }
}
