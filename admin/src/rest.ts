import { ExplainedError } from './explained-error.ts'

export type Answer<Body> = { status: number; headers: Headers; body: Body }

/** `token` is sent as Authorization; `body` as JSON unless it is a string or bytes. */
export type Call = {
  token?: string
  body?: unknown
  headers?: Record<string, string>
}

/** Sends a request to a gateway. The caller checks the status before it relies on the type of the body. */
export async function rest<Body = unknown>(
  gateway: string,
  method: string,
  path: string,
  { token, body, headers = {} }: Call = {},
): Promise<Answer<Body>> {
  const isRaw = body === undefined || typeof body === 'string' || body instanceof Uint8Array
  // Not resolved as a URL: tests send paths that must arrive unchanged.
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
  // The caller claims the type, see above.
  return {
    status: response.status,
    headers: response.headers,
    body: (isJson ? JSON.parse(text) : text) as Body,
  }
}

/** The body of a 2xx response; throws an error with request and response otherwise. */
export async function restBody<Body>(
  gateway: string,
  method: string,
  path: string,
  call: Call = {},
): Promise<Body> {
  const { status, body } = await rest<Body>(gateway, method, path, call).catch((cause: unknown) => {
    throw new ExplainedError(`${gateway} does not answer. Is the stack running? See \`npm start\`.`, {
      cause,
    })
  })
  if (status >= 200 && status < 300) return body
  throw new ExplainedError(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`)
}
