import { annsToken } from './fixtures.ts'

type Options = {
  /** Sent as JSON. */
  json?: unknown
  /** Sent unchanged. */
  body?: string | Buffer
  token?: string | null
  headers?: Record<string, string>
}

export type Answer = {
  status: number
  headers: Headers
  text: string
  json: Record<string, unknown> & unknown[]
}

/** A client of the gateway, by default signed in as Ann. */
export function client(url: string) {
  return async (method: string, path: string, options: Options = {}): Promise<Answer> => {
    const { json, body = json === undefined ? undefined : JSON.stringify(json), token = annsToken } = options
    const headers: Record<string, string> = {
      ...(token === null ? {} : { authorization: token }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    }
    const response = await fetch(`${url}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: parsed(text) }
  }
}

function parsed(text: string): Answer['json'] {
  try {
    return JSON.parse(text)
  } catch {
    // A response without JSON is an empty object here.
    return Object.assign([], {}) as unknown as Answer['json']
  }
}
