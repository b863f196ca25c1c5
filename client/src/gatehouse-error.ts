import type { components } from './gen/api.ts'

type Schemas = components['schemas']
type ErrorBody = Schemas[Extract<keyof Schemas, `${string}Error`>]
export type FieldProblem = Schemas['FieldProblem']

declare const unknownCode: unique symbol
/** A code that is newer than this client. Compare it as text: `const code: string = error.code`. */
export type UnknownCode = `${string & { readonly [unknownCode]: true }}`
type UnknownBody = { code: string; message: string; [property: string]: unknown }

/** Each route has a schema of its own for invalid fields. */
type General<Body> = Body extends { code: infer Code; errors: unknown }
  ? { code: Code; message: string; errors: FieldProblem[] }
  : Body
type Known = {
  [Code in ErrorBody['code']]: {
    readonly code: Code
    readonly body: General<Extract<ErrorBody, { code: Code }>>
  }
}[ErrorBody['code']]
type Failure =
  | Known
  | { readonly code: UnknownCode; readonly body: UnknownBody }
  | { readonly code: 'NETWORK_ERROR'; readonly body: undefined }
  | { readonly code: 'UNEXPECTED_RESPONSE'; readonly body: string }

/** NETWORK_ERROR: no response. UNEXPECTED_RESPONSE: one that is not of the API, such as a page of a proxy. */
export type ErrorCode = Failure['code']

type Details = {
  /** 0 if there was no response. */
  status: number
  code: string
  message: string
  fields?: Record<string, FieldProblem>
  requestId?: string | undefined
  retryAfterSeconds?: number | undefined
  body?: unknown
  cause?: unknown
}

/** A request that failed. `message` is for developers; show users a text of your own for `code`. */
export type GatehouseError = Failure &
  Error & {
    readonly status: number
    /** The invalid fields by path, such as `email`, if `code` is INVALID_FORM_BODY. */
    readonly fields: Record<string, FieldProblem>
    /** Names the request in the logs of the server; quote it in bug reports. */
    readonly requestId: string | undefined
    readonly retryAfterSeconds: number | undefined
  }

export const GatehouseError = class GatehouseError extends Error {
  override readonly name = 'GatehouseError'
  readonly status: number
  readonly code: string
  readonly fields: Record<string, FieldProblem>
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
} as new (
  details: Details,
) => GatehouseError

export async function errorOf(response: Response): Promise<GatehouseError> {
  const text = await response.text()
  const body = parsed(text)
  if (!body) return unexpected(response, text)
  return new GatehouseError({
    ...describe(response, body.retry_after),
    code: body.code,
    message: body.message,
    fields: Object.fromEntries((body.errors ?? []).map((problem) => [problem.path, problem])),
    body,
  })
}

/** A response that is not of the API, such as the page of a proxy. */
export function unexpected(response: Response, text: string): GatehouseError {
  const message = text.slice(0, 200) || `The response has status ${response.status} and no body.`
  return new GatehouseError({ ...describe(response), code: 'UNEXPECTED_RESPONSE', message, body: text })
}

function describe({ status, headers }: Response, retryAfter?: number) {
  return {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: retryAfter ?? secondsOf(headers.get('retry-after')),
  }
}

type AnyErrorBody = UnknownBody & { errors?: FieldProblem[]; retry_after?: number }

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
