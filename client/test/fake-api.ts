import type { GatehouseOptions } from '../src/create-client.ts'
import type { Send } from '../src/transport.ts'

type Answer = { status?: number; body?: unknown; headers?: Record<string, string> }
type Handler = (request: Request, body: unknown) => Answer | Promise<Answer>

/** A `fetch` that answers with the next handler, or always with the last, and records what was sent. */
export function fakeApi(...handlers: Handler[]) {
  const sent: { method: string; path: string; token: string | null; body: unknown; headers: Headers }[] = []
  const fetch: Send = async (request) => {
    const { pathname, search } = new URL(request.url)
    const text = await request.text()
    const body: unknown = text === '' ? undefined : JSON.parse(text)
    const handler = handlers[Math.min(sent.length, handlers.length - 1)]
    sent.push({
      method: request.method,
      path: pathname + search,
      token: request.headers.get('authorization'),
      body,
      headers: request.headers,
    })
    const response = await (handler ?? (() => ({ status: 404 })))(request, body)
    return toResponse(response)
  }
  const options: GatehouseOptions = { baseUrl: 'http://gatehouse.test', fetch, retry: { attempts: 1 } }
  return { sent, fetch, options }
}

function toResponse({ status = 200, body, headers = {} }: Answer): Response {
  if (body === undefined) return new Response(null, { status: status === 200 ? 204 : status, headers })
  return Response.json(body, { status, headers })
}

export const rejection = (status: number, code: string, extras: object = {}): Answer => ({
  status,
  body: { code, message: 'A message.', ...extras },
  headers: { 'x-request-id': 'request-1' },
})

/** The error of a promise that must reject. */
export function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => new Error('did not reject'),
    (error: unknown) => error,
  )
}
