import type { components } from './gen/api.ts'

type Schemas = components['schemas']
type ErrorBody = Schemas[Extract<keyof Schemas, `${string}Error`>]

export type FieldProblem = Schemas['FieldProblem']
/** A code of the API, or one for an answer that is not from the API: no answer at all, or that of a proxy. */
export type ErrorCode = ErrorBody['code'] | 'NETWORK_ERROR' | 'UNEXPECTED_RESPONSE'

type Details = {
  /** 0 if there was no response. */
  status: number
  code: ErrorCode
  message: string
  fields?: Record<string, FieldProblem>
  requestId?: string | undefined
  retryAfterSeconds?: number | undefined
  /** The body of the response, with the properties that only this code has. */
  body?: unknown
  cause?: unknown
}

/** A request that failed. `message` is for developers; show users a text of your own for `code`. */
export class GatehouseError extends Error {
  override readonly name = 'GatehouseError'
  readonly status: number
  readonly code: ErrorCode
  /** The invalid fields by path, such as `email`, if `code` is INVALID_FORM_BODY. */
  readonly fields: Record<string, FieldProblem>
  /** Names the request in the logs of the server; quote it in bug reports. */
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly body: unknown

  constructor({ message, cause, ...details }: Details) {
    super(message, cause === undefined ? undefined : { cause })
    this.status = details.status
    this.code = details.code
    this.fields = details.fields ?? {}
    this.requestId = details.requestId
    this.retryAfterSeconds = details.retryAfterSeconds
    this.body = details.body
  }
}

export async function errorOf(response: Response): Promise<GatehouseError> {
  const text = await response.text()
  const body = parsed(text)
  const { status } = response
  const requestId = response.headers.get('x-request-id') ?? undefined
  const retryAfterSeconds = body?.retry_after ?? secondsOf(response.headers.get('retry-after'))
  if (!body) {
    const message = text.slice(0, 200) || `The response has status ${status} and no body.`
    return new GatehouseError({
      status,
      code: 'UNEXPECTED_RESPONSE',
      message,
      requestId,
      retryAfterSeconds,
      body: text,
    })
  }
  const fields = Object.fromEntries((body.errors ?? []).map((problem) => [problem.path, problem]))
  return new GatehouseError({
    status,
    code: body.code,
    message: body.message,
    fields,
    requestId,
    retryAfterSeconds,
    body,
  })
}

type AnyErrorBody = Pick<ErrorBody, 'code' | 'message'> & {
  errors?: FieldProblem[]
  retry_after?: number
}

function parsed(text: string): AnyErrorBody | undefined {
  try {
    const body: unknown = JSON.parse(text)
    return isErrorBody(body) ? body : undefined
  } catch {
    return undefined
  }
}

function isErrorBody(body: unknown): body is AnyErrorBody {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body
}

function secondsOf(header: string | null): number | undefined {
  const seconds = Number(header ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds : undefined
}
