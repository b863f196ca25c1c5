import {
  createGatehouse,
  type ErrorCode,
  GatehouseError,
  memoryTokenStore,
  paginate,
  webTokenStore,
} from '@gatehouse/client'
import { give, receive } from '@gatehouse/client/handoff'
import { signatureHeader, webhookUrl } from '@gatehouse/client/webhooks'

declare const password: string | undefined
declare const items: Map<string, string>

const storage = {
  getItem: (key: string) => items.get(key) ?? null,
  setItem: (key: string, value: string) => void items.set(key, value),
  removeItem: (key: string) => void items.delete(key),
}
const gatehouse = createGatehouse({
  baseUrl: 'https://chat.example',
  tokenStore: items.size === 0 ? webTokenStore(storage) : memoryTokenStore(),
  credentials: 'include',
  headers: { 'user-agent': 'Television/1' },
  fetch: (request) => fetch(request),
  onStepUp: async ({ methods, error }) => {
    if (!methods.includes('password') || error?.fields.password) return undefined
    return { password }
  },
})

/** What an app does with a failure: `body` has the type that belongs to `code`. */
export function explain(error: unknown): string | number {
  if (!(error instanceof GatehouseError)) throw error
  const code: string = error.code
  if (code === 'CODE_OF_A_NEWER_API') return error.status
  if (error.code === 'INVALID_FORM_BODY')
    return error.body.errors.map(({ path, code }) => `${path}: ${code}`).join()
  // @ts-expect-error A misspelled code is an error.
  if (error.code === 'RATE_LIMITTED') return 0
  switch (error.code) {
    case 'RATE_LIMITED':
      return error.body.retry_after
    case 'SUDO_MODE_REQUIRED':
      return error.body.methods.length
    case 'NETWORK_ERROR':
      return `${error.body satisfies undefined} ${error.requestId}`
    case 'UNEXPECTED_RESPONSE':
      return error.body.length
    default:
      return error.body.message + (error.retryAfterSeconds ?? 0)
  }
}

export const texts: Partial<Record<ErrorCode, string>> = { RATE_LIMITED: 'Wait a moment.' }

export async function useRoutes(signal: AbortSignal): Promise<unknown> {
  const answer = await gatehouse.signIn({ email: 'ann@example.com', password: 'a' }, { signal })
  if ('mfa' in answer) return [answer.ticket satisfies string, answer.allowed_methods.length]
  const { token, user_id } = answer
  const { data, response } = await gatehouse.api.GET('/users/@me', { signal: undefined })
  const username: string = data.username
  const link: string | null = response.headers.get('link')
  await gatehouse.post('/auth/sessions/logout', { body: { session_id_hashes: [], password } })
  const params = { path: { channel_id: '7' }, query: { limit: 2, after: undefined } }
  for await (const { name } of paginate(gatehouse, '/channels/{channel_id}/webhooks', { params }))
    name satisfies string
  const nothing: undefined = await gatehouse.post('/auth/logout', { headers: { 'x-request-id': 'a' } })
  return [token, user_id, username, link, nothing]
}

export async function handOver(signal: AbortSignal): Promise<boolean> {
  const headers = { 'x-client-location': 'Zürich' }
  const session = await receive(gatehouse, { headers, signal, onCode: ({ code }) => code.length })
  return give(gatehouse, { code: session?.token, confirm: ({ browser }) => browser === 'Firefox' })
}

export function sign(body: Uint8Array): Promise<Record<string, string>> {
  webhookUrl(gatehouse.baseUrl, { id: '1', token: 't' }, 'error-tracker')
  return signatureHeader('code-host', 'secret', body)
}

export async function makeMistakes(): Promise<void> {
  // @ts-expect-error A misspelled path is an error.
  await gatehouse.get('/user/@me')
  // @ts-expect-error The path has no GET.
  await gatehouse.get('/auth/login')
  // @ts-expect-error The body is required.
  await gatehouse.post('/auth/login')
  // @ts-expect-error A required property of the body is not undefined.
  await gatehouse.post('/auth/login', { body: { email: 'ann@example.com', password } })
  // @ts-expect-error It has no pages.
  paginate(gatehouse, '/users/@me')
}
