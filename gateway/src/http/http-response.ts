/** A response. Headers are a flat list of names and values, the fastest form for writeHead. */
export type HttpResponse = {
  status: number
  /** The content type; null without a body. */
  type: string | null
  body: string | Buffer
  headers: readonly string[]
}

/** JSON is always UTF-8 (RFC 8259, section 11), and there are clients that compare the whole type, discord.py among them. */
export const jsonType = 'application/json'

export function jsonTextResponse(
  status: number,
  body: string,
  headers: readonly string[] = [],
): HttpResponse {
  return { status, type: jsonType, body, headers }
}

export function jsonResponse(status: number, value: unknown, headers: readonly string[] = []): HttpResponse {
  return jsonTextResponse(status, JSON.stringify(value), headers)
}

export function textResponse(status: number, body: string, headers: readonly string[] = []): HttpResponse {
  return { status, type: 'text/plain; charset=utf-8', body, headers }
}

export function emptyResponse(headers: readonly string[] = [], status = 204): HttpResponse {
  return { status, type: null, body: '', headers }
}

/** The result of a handler that is already JSON text. It is sent unchanged. */
export class RawJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
