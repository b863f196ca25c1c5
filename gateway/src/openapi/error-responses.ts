import { type ErrorCode, errors } from '@gatehouse/proto/errors/catalog'
import { kinds } from '@gatehouse/proto/errors/kinds'
import type { ApiRoute } from '../http/route.ts'
import { errorCodesOf, errorExampleOf, errorUnionOf, pascalCase } from './error-schemas.ts'
import { namedExamples } from './examples.ts'
import {
  commonResponseHeaders,
  errorHeaderNames,
  headerNamesOfCodes,
  type ResponseHeader,
} from './headers.ts'
import { type Json, refTo } from './json-schema.ts'

type ErrorResponses = { byStatus: Json; shared: Json }

/** The error responses of an operation. Those without fields of the operation are `shared` by name. */
export function errorResponsesOf(route: ApiRoute): ErrorResponses {
  const statuses = Map.groupBy(errorCodesOf(route), (code) => kinds[errors[code].kind].http)
  const byStatus: Json = {}
  const shared: Json = {}
  for (const [status, codes] of [...statuses].toSorted(([a], [b]) => a - b)) {
    const response = errorResponseOf(route, status, codes)
    const name = `${codes.map(pascalCase).join('Or')}${kindOf(route)}`
    if (!codes.includes('INVALID_FORM_BODY')) shared[name] = response
    byStatus[status] = name in shared ? refTo('responses', name) : response
  }
  return { byStatus, shared }
}

function kindOf({ errorText, tag }: ApiRoute): string {
  if (errorText) return 'OfChatExecution'
  return tag === 'executions' ? 'OfExecution' : ''
}

function errorResponseOf(route: ApiRoute, status: number, codes: readonly ErrorCode[]): Json {
  const { errorText, responseHeaders } = route
  const always = responseHeaders.filter((name) => name === 'X-Webhook-Result')
  const ofCodes = codes.flatMap((code) => headerNamesOfCodes[code] ?? [])
  const texts = [...new Set(codes.map((code) => errorText?.(code) ?? ''))]
  const examples = Object.fromEntries(codes.map((code) => [code, errorExampleOf(route, code)]))
  return {
    description: codes.map((code) => `${code}: ${errors[code].message}`).join(' '),
    headers: headersOf([...always, ...ofCodes, ...(errorHeaderNames[status] ?? [])]),
    content: {
      ...(errorText ? { 'text/plain': textOf(texts) } : {}),
      'application/json': { schema: errorUnionOf(route, codes), examples: namedExamples(examples) },
    },
  }
}

function textOf(texts: readonly string[]): Json {
  const examples = Object.fromEntries(texts.map((text) => [text, text]))
  return { schema: { type: 'string', enum: texts }, examples: namedExamples(examples) }
}

export function headersOf(names: readonly ResponseHeader[]): Json {
  return Object.fromEntries(
    [...commonResponseHeaders, ...names].map((name) => [name, refTo('headers', name)]),
  )
}
