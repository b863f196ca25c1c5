import { errorOf, GatehouseError } from './gatehouse-error.ts'
import type { TokenStore } from './token-store.ts'

/** Sends a request. Each layer around `fetch` is one. */
export type Send = (request: Request) => Promise<Response>

/** Adds the stored token, unless the caller chose a token of its own. */
export function withToken(send: Send, tokenStore: TokenStore): Send {
  return async (request) => {
    const session = request.headers.has('authorization') ? undefined : await tokenStore.get()
    if (session) request.headers.set('authorization', `Bearer ${session.token}`)
    return send(request)
  }
}

/** Throws a GatehouseError unless the response is 2xx. An aborted request throws its reason. */
export function withErrors(send: Send): Send {
  return async (request) => {
    const response = await read(send, request).catch((cause: unknown) => {
      if (request.signal.aborted) throw cause
      const message = `No response from ${new URL(request.url).host}.`
      throw new GatehouseError({ status: 0, code: 'NETWORK_ERROR', message, cause })
    })
    if (response.ok) return response
    throw await errorOf(response)
  }
}

/** Reads the body, so that a connection that breaks in the middle fails like a missing response. */
async function read(send: Send, request: Request): Promise<Response> {
  const response = await send(request)
  const text = await response.text()
  // A status such as 204 allows no body.
  return new Response(text === '' ? null : text, response)
}

/** Removes the stored token once the API rejects it. */
export function withSignOut(send: Send, tokenStore: TokenStore, onSignedOut?: () => void): Send {
  let reported: string | undefined
  return async (request) => {
    try {
      return await send(request)
    } catch (error) {
      if (error instanceof GatehouseError && error.code === 'UNAUTHORIZED')
        await forgetToken(request.headers.get('authorization'))
      throw error
    }
  }

  /** Keeps a token that was stored since the request was sent. Reports once if several requests fail together. */
  async function forgetToken(authorization: string | null): Promise<void> {
    const session = await tokenStore.get()
    if (!session || authorization !== `Bearer ${session.token}` || session.token === reported) return
    reported = session.token
    await tokenStore.set(undefined)
    onSignedOut?.()
  }
}
