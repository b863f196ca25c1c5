import type { ErrorCode } from '@gatehouse/proto/errors/catalog'
import type { z } from 'zod'
import { bodyLimits } from '../limits.ts'
import { responder } from './responder.ts'
import type { Access, ApiRoute, Route, RouteDefinition } from './route.ts'

export function defineRoute<
  const A extends Access,
  B extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  P extends z.ZodType = z.ZodUndefined,
  R extends z.ZodType = z.ZodVoid,
>(definition: RouteDefinition<A, B, Q, P, R>): ApiRoute {
  const { operationId, tag, method, path, access, summary, rateLimit, response, errors } = definition
  return {
    operationId,
    tag,
    method,
    path,
    access,
    summary,
    rateLimit,
    bodyLimit: definition.bodyLimit ?? bodyLimits.default,
    captcha: definition.captcha ?? false,
    signsIn: definition.signsIn ?? false,
    acceptsForm: definition.acceptsForm ?? false,
    body: definition.body ?? null,
    query: definition.query ?? null,
    params: definition.params ?? null,
    responses: [
      response
        ? { status: 200, description: response.description ?? 'Success.', schema: response }
        : { status: 204, description: 'Success.', schema: null },
    ],
    errors: [...impliedErrors(definition), ...errors],
    fieldErrors: {
      ...definition.fieldErrors,
      ...Object.fromEntries((definition.forbiddenKeys ?? []).map((key) => [key, ['FIELD_NOT_ALLOWED']])),
    },
    requestHeaders: [
      ...(definition.captcha ? (['X-Captcha-Token', 'X-Captcha-Type'] as const) : []),
      ...(definition.requestHeaders ?? []),
    ],
    responseHeaders: definition.responseHeaders ?? [],
    respond: responder(definition),
  }
}

type ErrorSources = Pick<Route, 'access'> & {
  captcha?: boolean
  body?: z.ZodType
  query?: z.ZodType
  params?: z.ZodType
}

function impliedErrors({ access, captcha, body, query, params }: ErrorSources): ErrorCode[] {
  return [
    ...(body || query || params ? (['INVALID_FORM_BODY'] as const) : []),
    ...(body ? (['MALFORMED_JSON', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    ...(access === 'account' ? (['UNAUTHORIZED'] as const) : []),
    'RATE_LIMITED',
    ...(captcha ? (['CAPTCHA_REQUIRED', 'INVALID_CAPTCHA'] as const) : []),
  ]
}
