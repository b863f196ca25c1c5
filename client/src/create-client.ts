import createFetchClient, { type Client, type FetchResponse, type MaybeOptionalInit } from 'openapi-fetch'
import type { HttpMethod, MediaType, PathsWithMethod, RequiredKeysOf } from 'openapi-typescript-helpers'
import type {
  AuthLoginResponse,
  AuthRegisterResponse,
  LoginRequest,
  paths,
  RegisterRequest,
  ResetPasswordRequest,
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
  /** Asks for the password when a request needs it. Without it such requests fail with SUDO_MODE_REQUIRED. */
  onStepUp?: OnStepUp
  /** Called once the API has rejected the stored token. */
  onSignedOut?: () => void
  retry?: RetryOptions
  /** `include` sends cookies to an API on another origin, so that it recognizes the device. */
  credentials?: RequestCredentials
  /** Replaces the global `fetch`. */
  fetch?: Send
}

/** The body of the 2xx response. */
type Data<Path extends keyof paths, Method extends HttpMethod, Init> = Extract<
  FetchResponse<
    paths[Path] extends Record<Method, infer Operation extends object> ? Operation : never,
    Init,
    MediaType
  >,
  { error?: never }
>['data']
type Call<Method extends HttpMethod> = <
  Path extends PathsWithMethod<paths, Method>,
  Init extends MaybeOptionalInit<paths[Path], Method>,
>(
  path: Path,
  ...init: RequiredKeysOf<Init> extends never ? [Init?] : [Init]
) => Promise<Data<Path, Method, Init>>
type Init = { headers?: Record<string, string>; signal?: AbortSignal }

export type Gatehouse = {
  /** These resolve with the body of the response and throw a GatehouseError for every other response. */
  get: Call<'get'>
  post: Call<'post'>
  patch: Call<'patch'>
  delete: Call<'delete'>
  /** The same with the response, if you need its headers: `const { data, response } = await gatehouse.api.GET(…)`. */
  api: Client<paths>
  baseUrl: string
  tokenStore: TokenStore
  /** Creates an account and stores its token. */
  register(body: RegisterRequest, init?: Init): Promise<AuthRegisterResponse>
  /** Stores the token, unless the response asks for a second factor (`mfa`). */
  signIn(body: LoginRequest, init?: Init): Promise<AuthLoginResponse>
  /** Sets a new password with the token of a mail, and stores the token of the new session like `signIn`. */
  resetPassword(body: ResetPasswordRequest, init?: Init): Promise<AuthLoginResponse>
  /** Ends the session. The stored token is removed even if the API does not respond. */
  signOut(): Promise<void>
}

export function createGatehouse(options: GatehouseOptions): Gatehouse {
  const { baseUrl, credentials, tokenStore = memoryTokenStore() } = options
  const api = createFetchClient<paths>({
    baseUrl,
    fetch: transport(options, tokenStore),
    // Some workers reject a request that names credentials at all.
    ...(credentials ? { credentials } : {}),
  })
  // The types of openapi-fetch allow for an error response, which the transport throws.
  const bodyOf =
    (call: unknown) =>
    async (path: unknown, ...init: unknown[]) =>
      (await (call as (...args: unknown[]) => Promise<{ data: never }>)(path, ...init)).data
  const storeSession = async <Answer extends object>(answer: Answer): Promise<Answer> => {
    if (isSession(answer)) await tokenStore.set({ token: answer.token, user_id: answer.user_id })
    return answer
  }
  const gatehouse: Gatehouse = {
    api,
    baseUrl,
    tokenStore,
    get: bodyOf(api.GET),
    post: bodyOf(api.POST),
    patch: bodyOf(api.PATCH),
    delete: bodyOf(api.DELETE),
    register: async (body, init) => storeSession(await gatehouse.post('/auth/register', { ...init, body })),
    signIn: async (body, init) => storeSession(await gatehouse.post('/auth/login', { ...init, body })),
    resetPassword: async (body, init) => storeSession(await gatehouse.post('/auth/reset', { ...init, body })),
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

function isSession(answer: object): answer is Session {
  return 'token' in answer && 'user_id' in answer
}
