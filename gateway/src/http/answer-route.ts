import type { Actor } from '@gatehouse/proto/gen/common/v1/client'
import type { Session } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { z } from 'zod'
import type { GatewayContext } from '../context.ts'
import { discardBody, hasBody, readBytes } from './body-source.ts'
import { parseAndValidate } from './collect-field-errors.ts'
import { parseFields } from './field-problems.ts'
import { presentedToken } from './presented-token.ts'
import { readQuery } from './query.ts'
import { holdLimits } from './rate-limit.ts'
import { bodyValue } from './read-body.ts'
import { emptyReply, jsonReply, jsonText, RawJson, type Reply } from './reply.ts'
import type { RequestContext } from './request-context.ts'
import type { Access, Method, Request, RouteDefinition } from './route.ts'

const accountBodyLimit = 64 * 1024
/** Limits, a captcha and above all a body can take long; a session can end in that time. */
const maxVerificationAgeMs = 500

/** In order: session, as far as limits need it → limits → captcha → body → session again if that took long → handler. */
export async function answerRoute<
  A extends Access,
  B extends z.ZodType,
  Q extends z.ZodType,
  P extends z.ZodType,
  R extends z.ZodType,
>(definition: RouteDefinition<A, B, Q, P, R>, context: RequestContext, ctx: GatewayContext): Promise<Reply> {
  const verified = definition.access === 'account' ? await verifiedSession(definition, context, ctx) : null
  const verifiedAt = ctx.clock.now()
  if (definition.rateLimit) {
    await holdLimits(ctx, context, definition.rateLimit, limitCaller(context, verified))
  }
  assertSignedIn(verified)
  if (definition.captcha) await ctx.captcha?.assertSolved(context)
  const read = await readRequest(definition, context, ctx)
  const isStale = Math.abs(ctx.clock.now() - verifiedAt) > maxVerificationAgeMs
  const session = verified && isStale ? await verifiedSession(definition, context, ctx) : verified
  assertSignedIn(session)

  const headers: string[] = []
  const asked = definition.handler({
    ...caller(definition.access, session, context),
    ...read,
    context,
    services: ctx.services,
    // It has what calls to services take along; a signal is made for those who look at it.
    call: context,
    publicUrl: ctx.publicUrl,
    addHeader: (name, value) => void headers.push(name, value),
    linkTo(rel, query) {
      if (query === null) return
      const url = `${urlOf(definition.path, context, ctx)}?${new URLSearchParams(query)}`
      headers.push('Link', `<${url}>; rel="${rel}"`)
    },
  })
  const value = await (definition.method === 'get' ? asked : forgetting(asked, session, context, ctx))
  if (!definition.response) return emptyReply(headers)
  if (value instanceof RawJson) return jsonText(200, value.text, headers)
  // Parsed on the way out too, so that a property nobody promised never leaves.
  return jsonReply(200, definition.response.parse(value), headers)
}

/** Whatever a request may have changed, its caller's next one here sees it. */
async function forgetting<T>(
  asked: Promise<T> | T,
  session: Session | null,
  context: RequestContext,
  { verifier }: GatewayContext,
): Promise<T> {
  try {
    return await asked
  } finally {
    const token = presentedToken(context.req.rawHeaders)
    if (session) verifier.forgetAccount(session.accountId)
    else if (token !== null) verifier.forgetToken(token)
  }
}

/** A bad token is counted under its address before it is refused, so it must not throw here. */
async function verifiedSession(
  { method }: { method: Method },
  context: RequestContext,
  { verifier }: GatewayContext,
): Promise<Session | 'nobody'> {
  const token = presentedToken(context.req.rawHeaders)
  if (token === null) return 'nobody'
  try {
    // What changes something may ask for a step-up, and kept sessions have no proof.
    return await (method === 'get' ? verifier.verify : verifier.verifyAnew)(token, context.requestId)
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'UNAUTHORIZED') return 'nobody'
    throw error
  }
}

function assertSignedIn<T>(session: T): asserts session is Exclude<T, 'nobody'> {
  if (session === 'nobody') throw new ServiceError('UNAUTHORIZED')
}

function limitCaller(context: RequestContext, session: Session | 'nobody' | null) {
  if (session === null || session === 'nobody') return { address: context.address }
  return { accountId: session.accountId, sessionIdHash: session.idHash }
}

async function readRequest<B extends z.ZodType, Q extends z.ZodType, P extends z.ZodType>(
  definition: Pick<
    RouteDefinition<Access, B, Q, P, z.ZodType>,
    'body' | 'query' | 'params' | 'bodyLimit' | 'forbiddenKeys' | 'evaluate'
  >,
  context: RequestContext,
  ctx: GatewayContext,
): Promise<{ params: z.output<P>; query: z.output<Q>; body: z.output<B> }> {
  const { params, query, body, bodyLimit = accountBodyLimit, forbiddenKeys = [], evaluate } = definition
  const { req, res } = context
  const asked = { context, services: ctx.services, call: context }
  const bounds = { limit: bodyLimit, timeoutMs: ctx.bodyTimeoutMs }
  const read = {
    params: params && parseFields(params, context.params),
    query: query && parseFields(query, readQuery(req.url ?? '')),
    body:
      body &&
      (await parseAndValidate(
        body,
        bodyValue(await readBytes(req, res, bounds), req.headers),
        forbiddenKeys,
        (readable, unread) => evaluate?.(readable, unread, asked),
      )),
  }
  if (!body && hasBody(req)) await discardBody(req, res, bounds)
  // A part the definition leaves out is undefined here and typed as undefined there.
  return read as { params: z.output<P>; query: z.output<Q>; body: z.output<B> }
}

function urlOf(path: string, { prefix, params }: RequestContext, { publicUrl }: GatewayContext): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return `${publicUrl}${prefix}${filled}`
}

function caller<A extends Access>(
  access: A,
  session: Session | null,
  context: RequestContext,
): Pick<Request<A, unknown, unknown, unknown>, 'actor' | 'session' | 'token'> {
  const actor: Actor | null = session && {
    accountId: session.accountId,
    sessionIdHash: session.idHash,
    provedAt: session.provedAt,
  }
  const token = access === 'optional' ? presentedToken(context.req.rawHeaders) : null
  // Each is there exactly where the access of the route says so; TypeScript does not narrow A by its value.
  return { actor, session, token } as Pick<
    Request<A, unknown, unknown, unknown>,
    'actor' | 'session' | 'token'
  >
}
