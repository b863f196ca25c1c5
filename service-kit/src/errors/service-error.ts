import { type ErrorCode, errors, type FieldCode, fieldErrors } from '@gatehouse/proto/errors/catalog'
import { boundedProblems, type FieldProblem } from './field-problem.ts'
import type { LimitState } from './limit-state.ts'

export type ServiceErrorOptions = {
  data?: Record<string, unknown> | undefined
  fields?: FieldProblem[] | undefined
  rateLimit?: LimitState | undefined
  message?: string | undefined
  cause?: unknown
}

/**
 * An expected error. In the response, `data` becomes properties and `fields` becomes `errors[]`, bounded in number and size. It has a
 * stack only if it is internal: of the others the log of a request has the reason alone, and in a burst of rejections it is a tenth of
 * the cost.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code: ErrorCode
  readonly data: Record<string, unknown>
  readonly fields: FieldProblem[]
  readonly rateLimit: LimitState | undefined

  constructor(code: ErrorCode, options: ServiceErrorOptions = {}) {
    const { stackTraceLimit } = Error
    if (errors[code].kind !== 'internal') Error.stackTraceLimit = 0
    super(options.message ?? errors[code].message, 'cause' in options ? { cause: options.cause } : undefined)
    Error.stackTraceLimit = stackTraceLimit
    this.code = code
    this.data = options.data ?? {}
    this.fields = boundedProblems(options.fields ?? [])
    this.rateLimit = options.rateLimit
  }
}

type Params = Record<string, string | number>

/** INVALID_FORM_BODY: `invalidFields({ name: ['STRING_LENGTH_INVALID', { min: 1, max: 80 }] })`. `why` is for the log alone. */
export function invalidFields(
  fields: Record<string, FieldCode | [FieldCode, Params]>,
  why?: string,
): ServiceError {
  const problems = Object.entries(fields).map(([path, problem]) =>
    typeof problem === 'string' ? fieldProblem(path, problem) : fieldProblem(path, ...problem),
  )
  return new ServiceError('INVALID_FORM_BODY', { fields: problems, ...(why !== undefined && { cause: why }) })
}

export function fieldProblem(path: string, code: FieldCode, params: Params = {}): FieldProblem {
  const message = fieldErrors[code].replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(params[name] ?? whole),
  )
  return { path, code, message }
}

const maxLoggedProblems = 3

/** For the log: the first fields with what is wrong with them, and the text why. Undefined if there is neither. */
export function rejectionReason({ fields, cause }: ServiceError): string | undefined {
  const problems = fields.slice(0, maxLoggedProblems).map(({ path, code }) => `${path}: ${code}`)
  const why = typeof cause === 'string' ? [cause] : []
  return [problems.join(', '), ...why].filter(Boolean).join('; ') || undefined
}

/** `why` is an error or a text, for the log alone: a text costs no stack. */
export function unavailable(why: unknown, retryAfterSeconds = 1): ServiceError {
  return new ServiceError('SERVICE_UNAVAILABLE', { data: { retry_after: retryAfterSeconds }, cause: why })
}

export function hasCode(error: unknown, code: ErrorCode): error is ServiceError {
  return error instanceof ServiceError && error.code === code
}
