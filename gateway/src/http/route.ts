import type { ErrorCode, FieldCode } from '@gatehouse/proto/errors/catalog'
import type { Actor } from '@gatehouse/proto/gen/common/v1/client'
import type { Session } from '@gatehouse/proto/gen/sessions/v1/sessions'
import type { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { z } from 'zod'
import type { GatewayContext, Services } from '../context.ts'
import type { DocumentedHeader, RequestHeader, ResponseHeader } from '../openapi/headers.ts'
import type { Tag } from '../openapi/tags.ts'
import type { FieldPaths } from './field-paths.ts'
import type { HttpResponse, RawJson } from './http-response.ts'
import type { RouteLimit } from './rate-limit.ts'
import type { RequestContext } from './request-context.ts'

export type HttpMethod = 'get' | 'post' | 'patch' | 'delete'

/**
 * `account`: requires a valid session. `optional`: an invalid one is as none. `anyone` and `unverified` verify none; the handler of
 * `unverified` passes the token to a service, if there is one.
 */
export type Access = 'anyone' | 'account' | 'optional' | 'unverified'

type Verified<A extends Access, T> = A extends 'account' ? T : A extends 'optional' ? T | null : null

export type Request<A extends Access, B, Q, P> = {
  body: B
  query: Q
  params: P
  actor: Verified<A, Actor>
  session: Verified<A, Session>
  /** Also the options of every call to a service. */
  context: RequestContext
  services: Services
  /** The base URL of the API, without a slash at the end. */
  publicUrl: string
  addHeader(name: string, value: string): void
  /** Adds a `Link` header to the same path with another query; null adds none. */
  linkTo(rel: string, query: Record<string, string> | null): void
}

export type RouteDefinition<
  A extends Access,
  B extends z.ZodType,
  Q extends z.ZodType,
  P extends z.ZodType,
  R extends z.ZodType,
> = {
  /** The name of the operation in generated clients. It is permanent. */
  operationId: string
  tag: Tag
  method: HttpMethod
  path: string
  access: A
  summary: string
  rateLimit: RouteLimit
  /** Whether a solved captcha is required if a provider is configured. */
  captcha?: boolean
  /** Whether its calls create a session whose token only the response has. The session ends if the response is not delivered. */
  signsIn?: boolean
  /** Whether requests of an address are rejected for a moment after auth-service rejected one because its queue was full. */
  hashes?: boolean
  /** Bytes of the body, also of one that is ignored. */
  bodyLimit?: number
  /** Called before more than 64 KiB of the body are read, for routes whose access the handler checks. */
  allowLargeBody?(
    request: Pick<Request<A, unknown, unknown, z.output<P>>, 'params' | 'context' | 'services'>,
  ): Promise<unknown>
  body?: B
  /** Whether the body may also be application/x-www-form-urlencoded. */
  acceptsForm?: boolean
  /** Whether the requests of an account run one after the other: ten wait, further ones are RATE_LIMITED. */
  inTurn?: A extends 'account' ? boolean : never
  /** Keys of the body that are rejected instead of ignored. */
  forbiddenKeys?: readonly string[]
  /**
   * Called if some fields of the body are invalid: the service checks the others. It fails with
   * INVALID_FORM_BODY if one of them is invalid, and reports nothing about the `unparsed` ones.
   */
  validateRest?(
    parsed: Partial<z.output<B>>,
    unparsed: string[],
    request: Pick<Request<A, unknown, unknown, unknown>, 'context' | 'services'>,
  ): Promise<unknown>
  /** If they differ: the fields of the rpc that `handler` and `validateRest` call, with their names over HTTP. */
  fieldPaths?: FieldPaths
  query?: Q
  params?: P
  /** Null for an empty response: 204. */
  response: R | null
  /** In addition to `commonErrors` and those that access and schemas imply. */
  errors: readonly ErrorCode[]
  /** Field codes of a service by path, in addition to those of the schemas. */
  fieldErrors?: FieldErrors
  /** Headers that the handler reads. */
  requestHeaders?: readonly RequestHeader[]
  /** Headers that the handler sends. */
  responseHeaders?: readonly ResponseHeader[]
  handler(
    request: Request<A, z.output<B>, z.output<Q>, z.output<P>>,
  ): Promise<z.output<R> | RawJson> | z.output<R> | RawJson
}

/** Field codes by path. The index of a list is `*`. */
export type FieldErrors = Readonly<Record<string, readonly FieldCode[]>>

export type Route = {
  method: HttpMethod
  path: string
  access: Access
  summary: string
  rateLimit: RouteLimit | null
  /** The limits of a route that a service counts, as text. */
  limitedBy?: string
  captcha?: boolean
  body: z.ZodType | null
  query: z.ZodType | null
  params: z.ZodType | null
  responses: readonly RouteResponse[]
  errors: readonly ErrorCode[]
  /** The text of an error if errors are plain text instead of JSON. */
  errorText?(code: ErrorCode): string
  /** Whether the body may also be a form. */
  acceptsForm?: boolean
  /** Whether the body comes from another product and is parsed leniently, by a service. */
  isSenderBody?: boolean
  respond(context: RequestContext, gateway: GatewayContext): Promise<HttpResponse> | HttpResponse
  renderError?(error: ServiceError, context: RequestContext): HttpResponse
}

/** A route of the OpenAPI document. */
export type ApiRoute = Route & {
  operationId: string
  /** Bytes of the body, inflated; also of one that is ignored. */
  bodyLimit: number
  tag: Tag
  signsIn?: boolean
  fieldErrors: FieldErrors
  requestHeaders: readonly (RequestHeader | DocumentedHeader)[]
  responseHeaders: readonly ResponseHeader[]
}

export type RouteResponse = {
  status: number
  description: string
  schema: z.ZodType | null
  text?: string
  /** Of a body that is neither JSON nor text. */
  mediaTypes?: readonly string[]
}

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
