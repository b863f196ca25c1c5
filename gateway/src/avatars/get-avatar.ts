import { avatarHashPattern } from '@gatehouse/proto/avatars'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { isSnowflake } from '@gatehouse/service-kit/ids/snowflake'
import { z } from 'zod'
import { emptyResponse } from '../http/http-response.ts'
import { type RouteLimit, takeLocalLimits } from '../http/rate-limit.ts'
import { discardBody, hasBody } from '../http/read-body.ts'
import type { ApiRoute } from '../http/route.ts'
import { headersOf } from '../http/send.ts'
import { bodyLimits } from '../limits.ts'
import { SnowflakeType } from '../schemas/common.ts'

const rateLimit: RouteLimit = { bucket: 'avatars' }
const mediaTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/**
 * Not one of `apiRoutes`, because its responses are images. `params` is only for the OpenAPI document: `respond`
 * answers invalid ones with NOT_FOUND.
 */
export const getAvatar: ApiRoute = {
  operationId: 'getAvatar',
  tag: 'webhooks',
  method: 'get',
  path: '/avatars/{webhook_id}/{hash}',
  access: 'anyone',
  summary: 'Get the avatar of a webhook.',
  rateLimit,
  bodyLimit: bodyLimits.default,
  body: null,
  query: null,
  params: z.object({
    webhook_id: SnowflakeType.meta({ description: 'The id of the webhook.' }),
    hash: z.string().regex(avatarHashPattern).meta({ description: 'The `avatar` of the webhook.' }),
  }),
  requestHeaders: [
    { name: 'If-None-Match', description: 'The ETag of a cached image.' },
    { name: 'Range', description: 'One range of bytes. Several are answered with the whole image.' },
  ],
  responseHeaders: ['ETag', 'Cache-Control', 'Content-Range'],
  responses: [
    { status: 200, description: 'The image.', schema: null, mediaTypes },
    { status: 206, description: 'The part in Range.', schema: null, mediaTypes },
    { status: 304, description: 'The cached image is current.', schema: null },
    { status: 416, description: 'The image is shorter than Range.', schema: null },
  ],
  errors: ['RATE_LIMITED'],
  fieldErrors: {},
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
