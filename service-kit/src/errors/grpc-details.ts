import { RateLimitState } from '@gatehouse/proto/gen/common/v1/rate_limit'
import type { Any } from '@gatehouse/proto/gen/google/protobuf/any'
import { BadRequest, ErrorInfo, RetryInfo } from '@gatehouse/proto/gen/google/rpc/error_details'
import { toDuration } from '../time/duration.ts'
import type { FieldProblem } from './field-problem.ts'
import { isFieldCode } from './known-codes.ts'
import { fromRateLimitState, type LimitState, toRateLimitState } from './limit-state.ts'
import type { ServiceError } from './service-error.ts'

const domain = 'gatehouse.internal'
const typeUrl = (name: string) => `type.googleapis.com/${name}`
const types = {
  errorInfo: typeUrl('google.rpc.ErrorInfo'),
  badRequest: typeUrl('google.rpc.BadRequest'),
  retryInfo: typeUrl('google.rpc.RetryInfo'),
  rateLimit: typeUrl('gatehouse.common.v1.RateLimitState'),
}

type Details = {
  reason: string
  data: Record<string, unknown>
  fields: FieldProblem[]
  rateLimit: LimitState | undefined
}

export function packDetails(error: ServiceError): Any[] {
  const details = [
    any(types.errorInfo, ErrorInfo.encode({ reason: error.code, domain, metadata: jsonValues(error.data) })),
  ]
  if (error.fields.length > 0) {
    const fieldViolations = error.fields.map(({ path, code, message }) => ({
      field: path,
      reason: code,
      description: message,
      localizedMessage: undefined,
    }))
    details.push(any(types.badRequest, BadRequest.encode({ fieldViolations })))
  }
  if (error.rateLimit)
    details.push(any(types.rateLimit, RateLimitState.encode(toRateLimitState(error.rateLimit))))
  const retryAfter = error.data.retry_after
  if (typeof retryAfter === 'number')
    details.push(any(types.retryInfo, RetryInfo.encode({ retryDelay: toDuration(1000 * retryAfter) })))
  return details
}

export function unpackDetails(details: Any[]): Details | null {
  const find = (type: string) => details.find((detail) => detail.typeUrl === type)?.value
  const info = find(types.errorInfo)
  if (!info) return null
  const { reason, domain: from, metadata } = ErrorInfo.decode(info)
  if (from !== domain) return null
  const badRequest = find(types.badRequest)
  const rateLimit = find(types.rateLimit)
  return {
    reason,
    data: parsedValues(metadata),
    fields: badRequest ? fieldProblems(BadRequest.decode(badRequest)) : [],
    rateLimit: rateLimit ? fromRateLimitState(RateLimitState.decode(rateLimit)) : undefined,
  }
}

function any(type: string, message: { finish(): Uint8Array }): Any {
  return { typeUrl: type, value: Buffer.from(message.finish()) }
}

function jsonValues(data: Record<string, unknown>): Record<string, string> {
  const present = Object.entries(data).filter(([, value]) => value !== undefined)
  return Object.fromEntries(present.map(([key, value]) => [key, JSON.stringify(value)]))
}

function parsedValues(metadata: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(metadata).map(([key, text]) => [key, JSON.parse(text)]))
}

function fieldProblems({ fieldViolations }: BadRequest): FieldProblem[] {
  return fieldViolations.map(({ field, reason, description }) => ({
    path: field,
    code: isFieldCode(reason) ? reason : 'INVALID_FORMAT',
    message: description,
  }))
}
