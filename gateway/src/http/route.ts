import type { ErrorCode } from '@gatehouse/proto/errors/catalog'
import type { Actor } from '@gatehouse/proto/gen/common/v1/client'
import type { Session } from '@gatehouse/proto/gen/sessions/v1/sessions'
import type { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { z } from 'zod'
import type { GatewayContext, Services } from '../context.ts'
import { answerRoute } from './answer-route.ts'
import type { RouteLimit } from './rate-limit.ts'
import type { RawJson, Reply } from './reply.ts'
import type { RequestContext } from './request-context.ts'

export type Method = 'get' | 'post' | 'patch' | 'delete' | 'put'

/**
 * Who may ask. `anyone`: Authorization is not read. `account`: only who is signed in. `optional`: a token that is
 * presented is handed to the handler as it came.
 */
export type Access = 'anyone' | 'account' | 'optional'

/** What a handler is given, all of it checked. */
export type Request<A extends Access, B, Q, P> = {
  body: B
  query: Q
  params: P
  /** The signed-in caller. */
  actor: A extends 'account' ? Actor : null
  /** Their session. */
  session: A extends 'account' ? Session : null
  /** The token as presented, unverified; null when there is none that could be one. */
  token: A extends 'optional' ? string | null : null
  context: RequestContext
  services: Services
  /** What every call to a service takes along. */
  call: { requestId: string; signal: AbortSignal }
  /** How clients see the API, without a slash at the end. */
  publicUrl: string
  /** Adds a header to the answer, unless that is a refusal. */
  addHeader(name: string, value: string): void
  /** Adds a `Link` to the same path with another query; null adds none. */
  linkTo(rel: string, query: Record<string, string> | null): void
}

export type RouteDefinition<
  A extends Access,
  B extends z.ZodType,
  Q extends z.ZodType,
  P extends z.ZodType,
  R extends z.ZodType,
> = {
  method: Method
  /** Path with its parameters in braces, as interface.md writes it. */
  path: string
  access: A
  summary: string
  rateLimit: RouteLimit | null
  /** Whether it asks for a solved captcha where the gateway has a provider. */
  captcha?: boolean
  /** Bytes a body may have, also one that is ignored; 64 KiB unless told otherwise. */
  bodyLimit?: number
  body?: B
  /** Keys of the body that are refused instead of ignored. */
  forbiddenKeys?: readonly string[]
  /**
   * Asks the service that owns the rules of the body about the fields that could be read, when others could not; it fails with
   * INVALID_FORM_BODY when one is wrong, makes nothing, and says nothing of the `unread` ones.
   */
  evaluate?(
    readable: Partial<z.output<B>>,
    unread: string[],
    asked: Pick<Request<A, unknown, unknown, unknown>, 'context' | 'services' | 'call'>,
  ): Promise<unknown>
  query?: Q
  params?: P
  /** Null for an answer without a body: 204. */
  response: R | null
  /** What it may answer beside `commonErrors` and what its access, limit and shapes imply. */
  errors: readonly ErrorCode[]
  handler(
    request: Request<A, z.output<B>, z.output<Q>, z.output<P>>,
  ): Promise<z.output<R> | RawJson> | z.output<R> | RawJson
}

/** An entry of the route table: what documentation needs to know, and how to answer. */
export type Route = {
  method: Method
  path: string
  access: Access
  summary: string
  rateLimit: RouteLimit | null
  /** Where a limit is held when not here, in words. */
  limitedBy?: string
  captcha?: boolean
  body: z.ZodType | null
  query: z.ZodType | null
  params: z.ZodType | null
  responses: readonly RouteResponse[]
  errors: readonly ErrorCode[]
  /** Whether failures are plain words instead of JSON. */
  plainErrors?: boolean
  /** Whether the body is what some other product sends, which is read leniently and elsewhere. */
  foreignBody?: boolean
  /** Whether it is part of the reference and not of the API. */
  isReference?: boolean
  answer(context: RequestContext, ctx: GatewayContext): Promise<Reply> | Reply
  /** How a refusal looks on this route, when not like everywhere. */
  refuse?(refusal: ServiceError, context: RequestContext): Reply
}

export type RouteResponse = { status: number; description: string; schema: z.ZodType | null; type?: string }

/** Declares a route: the only place where its path, limits, shapes and errors stand. */
export function route<
  const A extends Access,
  B extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  P extends z.ZodType = z.ZodUndefined,
  R extends z.ZodType = z.ZodVoid,
>(definition: RouteDefinition<A, B, Q, P, R>): Route {
  const { method, path, access, summary, rateLimit, response, errors } = definition
  return {
    method,
    path,
    access,
    summary,
    rateLimit,
    captcha: definition.captcha ?? false,
    body: definition.body ?? null,
    query: definition.query ?? null,
    params: definition.params ?? null,
    responses: [
      response
        ? { status: 200, description: response.description ?? 'Done.', schema: response }
        : { status: 204, description: 'Done; no body.', schema: null },
    ],
    errors: [...impliedErrors(definition), ...errors],
    answer: (context, ctx) => answerRoute(definition, context, ctx),
  }
}

function impliedErrors({
  access,
  rateLimit,
  captcha,
  body,
  query,
  params,
}: {
  access: Access
  rateLimit: RouteLimit | null
  captcha?: boolean
  body?: z.ZodType
  query?: z.ZodType
  params?: z.ZodType
}): ErrorCode[] {
  return [
    ...(body || query || params ? (['INVALID_FORM_BODY'] as const) : []),
    ...(body ? (['MALFORMED_JSON', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    ...(access === 'account' ? (['UNAUTHORIZED'] as const) : []),
    ...(rateLimit ? (['RATE_LIMITED'] as const) : []),
    ...(captcha ? (['CAPTCHA_REQUIRED', 'INVALID_CAPTCHA'] as const) : []),
  ]
}

/** What any route may answer. */
export const commonErrors = [
  'INTERNAL_SERVER_ERROR',
  'SERVICE_UNAVAILABLE',
  'UPSTREAM_TIMEOUT',
  'REQUEST_TIMEOUT',
  'MALFORMED_REQUEST',
  'EXPECTATION_FAILED',
  'HEADERS_TOO_LARGE',
  'PAYLOAD_TOO_LARGE',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
] as const satisfies readonly ErrorCode[]
