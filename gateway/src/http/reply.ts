/** One answer, ready to be written. Headers are a flat list of names and values, as writeHead takes them fastest. */
export type Reply = {
  status: number
  /** Null for an answer without a body. */
  type: string | null
  body: string | Buffer
  headers: readonly string[]
}

const json = 'application/json; charset=utf-8'

/** An answer of JSON that is already text. */
export function jsonText(status: number, body: string, headers: readonly string[] = []): Reply {
  return { status, type: json, body, headers }
}

/** An answer of JSON. */
export function jsonReply(status: number, value: unknown, headers: readonly string[] = []): Reply {
  return jsonText(status, JSON.stringify(value), headers)
}

/** An answer of plain words. */
export function textReply(status: number, body: string, headers: readonly string[] = []): Reply {
  return { status, type: 'text/plain; charset=utf-8', body, headers }
}

/** An answer without a body. */
export function emptyReply(headers: readonly string[] = [], status = 204): Reply {
  return { status, type: null, body: '', headers }
}

/** A handler's answer that a service has already written as JSON; it is passed on as it is. */
export class RawJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
