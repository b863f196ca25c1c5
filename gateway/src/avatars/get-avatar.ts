import { avatarHashPattern } from '@gatehouse/proto/avatars'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { isSnowflake } from '@gatehouse/service-kit/ids/snowflake'
import { emptyResponse } from '../http/http-response.ts'
import { type RouteLimit, takeLocalLimits } from '../http/rate-limit.ts'
import { discardBody, hasBody } from '../http/read-body.ts'
import type { Route } from '../http/route.ts'
import { headersOf } from '../http/send.ts'
import { bodyLimits } from '../limits.ts'

const rateLimit: RouteLimit = { bucket: 'avatars' }

/** The image of a webhook. It is not part of the API document: responses are images. */
export const getAvatar: Route = {
  method: 'get',
  path: '/avatars/{webhook_id}/{hash}',
  access: 'anyone',
  summary: 'Get the avatar of a webhook.',
  rateLimit,
  body: null,
  query: null,
  params: null,
  responses: [],
  errors: ['RATE_LIMITED'],
  async respond(context, gateway) {
    const { req, res, params } = context
    await takeLocalLimits(context, rateLimit, gateway)
    const { webhook_id: id = '', hash = '' } = params
    if (!isSnowflake(id) || !avatarHashPattern.test(hash)) throw new ServiceError('NOT_FOUND')
    if (hasBody(req))
      await discardBody(req, res, { limit: bodyLimits.default, timeoutMs: gateway.bodyTimeoutMs })
    // Cache-Control is that of webhook-service.
    const headers = headersOf(
      context,
      ['Content-Security-Policy', "default-src 'none'; sandbox"],
      gateway,
      true,
    )
    await gateway.avatars.stream(req, res, { path: `/avatars/${id}/${hash}`, headers })
    // The response was sent.
    return emptyResponse()
  },
}
