import type { Session } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { parseFields } from '@gatehouse/service-kit/fields/field-problems'
import type { z } from 'zod'
import type { GatewayContext } from '../context.ts'
import { bodyLimits } from '../limits.ts'
import { actorOf } from './actor.ts'
import { assertAccess, authenticate, presentedToken, type Unauthenticated } from './authenticate.ts'
import { withHttpPaths } from './field-paths.ts'
import { emptyResponse, jsonResponse, jsonTextResponse, RawJson } from './http-response.ts'
import { parseJsonBody, parseJsonOrForm } from './parse-json-body.ts'
import { readQuery } from './query.ts'
import { takeEachLimit, takeLimits } from './rate-limit.ts'
import { discardBody, hasBody, readBytes } from './read-body.ts'
import type { RequestContext } from './request-context.ts'
import { reserveArriving } from './reserve-arriving.ts'
import type { Access, Request, Route, RouteDefinition } from './route.ts'
import { beginAttempt } from './undo.ts'
import { validateBody } from './validate-body.ts'

/** A captcha or a body can take long, and the session can end in that time. */
const recheckAfterMs = 500

/**
 * In order: places in a queue, session (limits depend on it), limits, captcha, body, session again if more than 500 ms passed,
 * handler. Methods other than GET then remove the sessions of the caller from the cache.
 */
export function responder<
  A extends Access,
  B extends z.ZodType,
  Q extends z.ZodType,
  P extends z.ZodType,
  R extends z.ZodType,
>(definition: RouteDefinition<A, B, Q, P, R>): Route['respond'] {
  return async (context, gateway) => {
    if (definition.hashes) await assertMayTry(context, gateway)
    const verified = await authenticate(definition, context, gateway)
    const checkedAt = gateway.clock.now()
    const caller = callerForLimits(context, verified)
    const isDeferrable = definition.method === 'get' && 'accountId' in caller
    await takeLimits(context, definition.rateLimit, caller, gateway, { isDeferrable })
    assertAccess(verified)
    if (definition.captcha) await gateway.captcha?.assertSolved(context)
    const input = await readRequest(definition, context, gateway)
    await takeEachLimit(context, definition.rateLimit, input, gateway)
    // Absolute, since the clock can be set back.
    const isOld = Math.abs(gateway.clock.now() - checkedAt) > recheckAfterMs
    const session = isOld ? await authenticate(definition, context, gateway) : verified
    assertAccess(session)

    if (definition.signsIn) beginAttempt(context, gateway)
    const headers: string[] = []
    const handler = () =>
      definition.handler({
        ...actorAndSession(session),
        ...input,
        context,
        services: gateway.services,
        publicUrl: gateway.publicUrl,
        addHeader: (name, value) => void headers.push(name, value),
        linkTo(rel, query) {
          if (query === null) return
          const url = `${urlOf(definition.path, context, gateway)}?${new URLSearchParams(query)}`
          headers.push('Link', `<${url}>; rel="${rel}"`)
        },
      })
    const handle =
      definition.inTurn && session
        ? async () => gateway.inTurn(session.accountId, async () => handler())
        : handler
    const watched = () => gateway.overload.watch(context, handle)
    const value = await withHttpPaths(definition.fieldPaths ?? {}, () =>
      definition.method === 'get' ? watched() : invalidating(watched(), session, context, gateway),
    )
    if (!definition.response) return emptyResponse(headers)
    if (value instanceof RawJson) return jsonTextResponse(200, value.text, headers)
    // The schema removes undocumented properties, so that none can leak.
    return jsonResponse(200, definition.response.parse(value), headers)
  }
}

/**
 * Removes all sessions of the account from the cache, so that their next request to this gateway sees what
 * this one changed; without a verified session only that of the token.
 */
async function invalidating<T>(
  result: Promise<T> | T,
  session: Session | null,
  context: RequestContext,
  { verifier }: GatewayContext,
): Promise<T> {
  try {
    return await result
  } finally {
    const token = presentedToken(context.req.rawHeaders)
    if (session) verifier.invalidateAccount(session.accountId)
    else if (token !== null) verifier.invalidateToken(token)
  }
}

/** Reads the body of a rejected request: its connection would be closed otherwise, and a new one costs more. */
async function assertMayTry(context: RequestContext, gateway: GatewayContext): Promise<void> {
  const { req, res } = context
  try {
    gateway.overload.assertMayTry(context)
  } catch (error) {
    if (hasBody(req))
      await discardBody(req, res, { limit: bodyLimits.default, timeoutMs: gateway.bodyTimeoutMs })
    throw error
  }
}

function callerForLimits(context: RequestContext, session: Session | Unauthenticated | null) {
  if (session === null || session === 'unauthenticated') return { address: context.address }
  return { accountId: session.accountId, sessionIdHash: session.idHash }
}

async function readRequest<B extends z.ZodType, Q extends z.ZodType, P extends z.ZodType>(
  definition: Pick<
    RouteDefinition<Access, B, Q, P, z.ZodType>,
    | 'body'
    | 'query'
    | 'params'
    | 'bodyLimit'
    | 'allowLargeBody'
    | 'acceptsForm'
    | 'forbiddenKeys'
    | 'validateRest'
    | 'fieldPaths'
  >,
  context: RequestContext,
  gateway: GatewayContext,
): Promise<{ params: z.output<P>; query: z.output<Q>; body: z.output<B> }> {
  const { params, query, body, bodyLimit = bodyLimits.default, acceptsForm, forbiddenKeys = [] } = definition
  const { validateRest, allowLargeBody, fieldPaths = {} } = definition
  const { req, res } = context
  const request = { context, services: gateway.services }
  const parse = acceptsForm ? parseJsonOrForm : parseJsonBody
  const parsedParams = params && parseFields(params, context.params)
  const allow = allowLargeBody && {
    afterBytes: bodyLimits.default,
    // A route without params has no schema for them.
    check: () => allowLargeBody({ ...request, params: parsedParams as z.output<P> }),
  }
  const bounds = { limit: bodyLimit, timeoutMs: gateway.bodyTimeoutMs, allow }
  const reserve = reserveArriving(context.address, gateway)
  const input = {
    params: parsedParams,
    query: query && parseFields(query, readQuery(req.url ?? '')),
    body:
      body &&
      (await validateBody(
        body,
        parse(await readBytes(req, res, { ...bounds, reserve }), req.headers),
        forbiddenKeys,
        (parsed, unparsed) =>
          validateRest && withHttpPaths(fieldPaths, () => validateRest(parsed, unparsed, request)),
      )),
  }
  if (!body && hasBody(req)) await discardBody(req, res, bounds)
  // A part without a schema is undefined, here and in its type.
  return input as { params: z.output<P>; query: z.output<Q>; body: z.output<B> }
}

function urlOf(path: string, { prefix, params }: RequestContext, { publicUrl }: GatewayContext): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return `${publicUrl}${prefix}${filled}`
}

function actorAndSession<A extends Access>(
  session: Session | null,
): Pick<Request<A, unknown, unknown, unknown>, 'actor' | 'session'> {
  const actor = session && actorOf(session)
  // As A says; TypeScript does not narrow A by its value.
  return { actor, session } as Pick<Request<A, unknown, unknown, unknown>, 'actor' | 'session'>
}
