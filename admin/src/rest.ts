import { ExplainedError } from './explained-error.ts'

/** What a door answered, with its JSON read; `body` is undefined when there was none. */
export type Answer<Body> = { status: number; headers: Headers; body: Body }

/** `token` is sent as Authorization; `body` as JSON unless it is text or bytes already. */
export type Call = {
  token?: string
  body?: unknown
  headers?: Record<string, string>
}

/** Asks a gateway over HTTP. The caller names the shape it expects, and checks the status before it relies on it. */
export async function rest<Body = unknown>(
  gateway: string,
  method: string,
  path: string,
  { token, body, headers = {} }: Call = {},
): Promise<Answer<Body>> {
  const isRaw = body === undefined || typeof body === 'string' || body instanceof Uint8Array
  // Not resolved against the gateway: an odd path has to arrive as it is.
  const response = await fetch(`${gateway.replace(/\/+$/, '')}${path}`, {
    method,
    headers: {
      ...(isRaw ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: token }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isRaw ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  // The shape is the caller's claim, as documented above.
  return {
    status: response.status,
    headers: response.headers,
    body: (isJson ? JSON.parse(text) : text) as Body,
  }
}

/** The body of a successful answer; throws what was asked and what came instead. */
export async function restBody<Body>(
  gateway: string,
  method: string,
  path: string,
  call: Call = {},
): Promise<Body> {
  const { status, body } = await rest<Body>(gateway, method, path, call).catch((cause: unknown) => {
    throw new ExplainedError(`${gateway} does not answer. Does the stack run? See \`npm start\`.`, { cause })
  })
  if (status >= 200 && status < 300) return body
  throw new ExplainedError(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`)
}
