import createFetchClient from 'openapi-fetch'
import type { Call, CallWithResponse, RequestOptions, Sendable } from './calls.ts'
import { unexpected } from './gatehouse-error.ts'
import type {
  AuthLoginResponse,
  AuthRegisterResponse,
  AuthTokenWithUserIdResponse,
  LoginRequest,
  MfaTotpRequest,
  paths,
  RegisterRequest,
  ResetPasswordWithCodeRequest,
} from './gen/api.ts'
import { type RetryOptions, withRetries } from './retry.ts'
import { type OnStepUp, withStepUp } from './step-up.ts'
import { memoryTokenStore, type Session, type TokenStore } from './token-store.ts'
import { type Send, withErrors, withSignOut, withToken } from './transport.ts'

export type GatehouseOptions = {
  /** Such as `https://chat.example`. */
  baseUrl: string
  /** By default the token is kept in memory. */
  tokenStore?: TokenStore
  /** Asks for the password or a code when a request needs it. Without it such requests fail with SUDO_MODE_REQUIRED. */
  onStepUp?: OnStepUp
  /** Called once the API has rejected the stored token. */
  onSignedOut?: () => void
  retry?: RetryOptions
  /** Sent with every request. Outside of browsers set `User-Agent`: users recognize sessions by it. */
  headers?: Record<string, string>
  /** `include` sends cookies to an API on another origin, so that it recognizes the device. */
  credentials?: 'omit' | 'same-origin' | 'include'
  /** Replaces the global `fetch`. */
  fetch?: Send
}

export type Gatehouse = {
  /** These resolve with the body of the 2xx response and throw a GatehouseError for every other response. */
  get: Call<'get'>
  post: Call<'post'>
  patch: Call<'patch'>
  delete: Call<'delete'>
  /** These resolve with `{ data, response }`, if you need the headers, and throw in the same cases. */
  api: {
    GET: CallWithResponse<'get'>
    POST: CallWithResponse<'post'>
    PATCH: CallWithResponse<'patch'>
    DELETE: CallWithResponse<'delete'>
  }
  baseUrl: string
  tokenStore: TokenStore
  /** Creates an account and stores its token. */
  register(body: Sendable<RegisterRequest>, init?: RequestOptions): Promise<AuthRegisterResponse>
  /** Stores the token, unless `'mfa' in answer`: then ask for a code and call `completeSignIn` with `answer.ticket`. */
  signIn(body: Sendable<LoginRequest>, init?: RequestOptions): Promise<AuthLoginResponse>
  /** Sends a code of the authenticator app or a backup code, and stores the token. */
  completeSignIn(body: Sendable<MfaTotpRequest>, init?: RequestOptions): Promise<AuthTokenWithUserIdResponse>
  /** Sets a new password with the token of a mail, and stores the token of the new session like `signIn`. */
  resetPassword(
    body: Sendable<ResetPasswordWithCodeRequest>,
    init?: RequestOptions,
  ): Promise<AuthLoginResponse>
  /** Stores the token of another response, such as that of `/auth/email-revert`. Returns the response. */
  storeSession<Answer extends object>(answer: Answer): Promise<Answer>
  /** Ends the session. The stored token is removed even if the API does not respond. */
  signOut(): Promise<void>
}

export function createGatehouse(options: GatehouseOptions): Gatehouse {
  const { baseUrl, headers = {}, credentials, tokenStore = memoryTokenStore() } = options
  const client = createFetchClient<paths>({
    baseUrl,
    headers,
    fetch: transport(options, tokenStore),
    // Some workers reject a request that names credentials at all.
    ...(credentials ? { credentials } : {}),
  })
  // The types of openapi-fetch allow for an error response, which the transport throws. Those of Call do not.
  const withResponse = (send: unknown) => async (path: unknown, init?: unknown) => {
    const request = { ...(init as object), parseAs: 'stream' }
    const { response } = await (send as SendPath)(path, request)
    return { data: (await dataOf(response)) as never, response }
  }
  const bodyOf =
    (send: ReturnType<typeof withResponse>) =>
    async (...request: Parameters<typeof send>) =>
      (await send(...request)).data
  const [GET, POST] = [withResponse(client.GET), withResponse(client.POST)]
  const [PATCH, DELETE] = [withResponse(client.PATCH), withResponse(client.DELETE)]
  const gatehouse: Gatehouse = {
    api: { GET, POST, PATCH, DELETE },
    baseUrl,
    tokenStore,
    get: bodyOf(GET),
    post: bodyOf(POST),
    patch: bodyOf(PATCH),
    delete: bodyOf(DELETE),
    register: async (body, init) =>
      gatehouse.storeSession(await gatehouse.post('/auth/register', { ...init, body })),
    signIn: async (body, init) =>
      gatehouse.storeSession(await gatehouse.post('/auth/login', { ...init, body })),
    completeSignIn: async (body, init) =>
      gatehouse.storeSession(await gatehouse.post('/auth/login/mfa/totp', { ...init, body })),
    resetPassword: async (body, init) =>
      gatehouse.storeSession(await gatehouse.post('/auth/reset', { ...init, body })),
    async storeSession(answer) {
      if (isSession(answer)) await tokenStore.set({ token: answer.token, user_id: answer.user_id })
      return answer
    },
    async signOut() {
      const session = await tokenStore.get()
      await tokenStore.set(undefined)
      if (session)
        await gatehouse.post('/auth/logout', { headers: { authorization: `Bearer ${session.token}` } })
    },
  }
  return gatehouse
}

function transport({ fetch, retry, onStepUp, onSignedOut }: GatehouseOptions, tokenStore: TokenStore): Send {
  const sendRequest: Send = fetch ?? ((request) => globalThis.fetch(request))
  const checked = withSignOut(withErrors(sendRequest), tokenStore, onSignedOut)
  const repeated = withRetries(withToken(checked, tokenStore), retry)
  return onStepUp ? withStepUp(repeated, onStepUp) : repeated
}

type SendPath = (path: unknown, request: object) => Promise<{ response: Response }>

/** JSON or, for webhooks of chat senders, text. */
async function dataOf(response: Response): Promise<unknown> {
  const text = await response.text()
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('application/json')) return JSON.parse(text)
  if (text === '') return undefined
  if (type.startsWith('text/plain')) return text
  throw unexpected(response, text)
}

function isSession(answer: object): answer is Session {
  return 'token' in answer && 'user_id' in answer
}
