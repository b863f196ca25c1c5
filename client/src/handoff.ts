import type { Gatehouse } from './create-client.ts'
import type { HandoffInfoResponse, HandoffInitiateResponse } from './gen/api.ts'
import { sleep } from './sleep.ts'
import type { Session } from './token-store.ts'

type HandoffOptions = {
  /** The code that the other device shows. Without it this device gets a code to show, in `onCode`. */
  code?: string
  onCode?(handoff: HandoffInitiateResponse): void
  signal?: AbortSignal
  /** The time between two requests while waiting for the other device. */
  pollMs?: number
}
/** Browser, system and location of the device that would be signed in. */
type Receiver = NonNullable<HandoffInfoResponse['client_info']>

const secretHeader = 'X-Handoff-Secret'

/**
 * Signs this device in with the session of another one and stores the token. Resolves with undefined if the code expired
 * or was cancelled. Aborting `signal` cancels the code.
 */
export async function receive(
  gatehouse: Gatehouse,
  { code, onCode, signal, pollMs = 2_000 }: HandoffOptions = {},
): Promise<Session | undefined> {
  const { api, tokenStore } = gatehouse
  if (await tokenStore.get())
    throw new Error('This device is signed in. Sign out before you receive a session.')
  let headers: Record<string, string> = {}
  if (code === undefined) {
    const { data, response } = await api.POST('/auth/handoff/initiate', { signal: signal ?? null })
    headers = secretOf(response)
    if (data) onCode?.(data)
    code = data?.code ?? ''
  }
  const params = { path: { code } }
  try {
    for (;;) {
      const path = '/auth/handoff/{code}/status'
      const { data, response } = await api.GET(path, { signal: signal ?? null, params, headers })
      headers = { ...headers, ...secretOf(response) }
      if (data?.status === 'expired') return undefined
      if (data?.token && data.user_id) return await store({ token: data.token, user_id: data.user_id })
      await sleep(pollMs, signal)
    }
  } catch (error) {
    if (signal?.aborted) await api.DELETE('/auth/handoff/{code}', { params, headers }).catch(() => {})
    throw error
  }

  async function store(session: Session): Promise<Session> {
    await tokenStore.set(session)
    return session
  }
}

/**
 * Signs another device in. `confirm` gets its browser, system and location; only a user who recognizes the device should
 * confirm. Resolves with false if the user declined, which cancels the code.
 */
export async function give(
  gatehouse: Gatehouse,
  {
    code,
    onCode,
    signal,
    pollMs = 6_000,
    confirm,
  }: HandoffOptions & { confirm(receiver: Receiver): boolean | Promise<boolean> },
): Promise<boolean> {
  const session = await gatehouse.tokenStore.get()
  if (!session) throw new Error('Sign in before you give your session to another device.')
  if (code === undefined) {
    const handoff = await gatehouse.post('/auth/handoff/initiate', { signal: signal ?? null })
    onCode?.(handoff)
    code = handoff.code
  }
  const params = { path: { code } }
  const isConfirmed = await confirm(await receiver())
  if (isConfirmed) await gatehouse.post('/auth/handoff/complete', { body: { code, ...session } })
  else await gatehouse.delete('/auth/handoff/{code}', { params })
  return isConfirmed

  async function receiver(): Promise<Receiver> {
    for (;;) {
      const { client_info } = await gatehouse.get('/auth/handoff/{code}', { signal: signal ?? null, params })
      if (client_info) return client_info
      await sleep(pollMs, signal)
    }
  }
}

function secretOf({ headers }: Response): Record<string, string> {
  const secret = headers.get(secretHeader)
  return secret === null ? {} : { [secretHeader]: secret }
}
