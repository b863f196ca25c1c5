import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import { secretText } from '@gatehouse/service-kit/fields/fields'
import { z } from 'zod'
import { defineRoute } from '../http/define-route.ts'
import { readDeviceToken, setDeviceCookie } from '../http/device-cookie.ts'
import { waiterToken } from '../login/waiter-token.ts'
import { IpAuthorizationPollResponse } from '../schemas/ip-approval.ts'

export const pollIpAuthorization = defineRoute({
  operationId: 'pollIpAuthorization',
  tag: 'auth',
  method: 'get',
  path: '/auth/ip-authorization/poll',
  access: 'anyone',
  summary:
    'Get the status of a sign-in that waits. Once its owner has confirmed it, returns the token, and again for 60 seconds, only to the client that waits: with its cookie, or from its network with the same User-Agent. HEAD returns none.',
  rateLimit: {
    bucket: 'auth:ip_authorization_poll',
    each: { by: 'ticket', bucket: 'auth:ip_authorization_poll:ticket' },
  },
  query: z.object({
    ticket: secretText({ min: 1, max: 256 })
      .optional()
      .describe('The ticket of IP_AUTHORIZATION_REQUIRED, for clients that cannot send X-Ticket.'),
  }),
  response: IpAuthorizationPollResponse,
  errors: ['SSO_REQUIRED', 'ACCOUNT_SUSPENDED_PERMANENTLY', 'ACCOUNT_SUSPENDED_TEMPORARILY'],
  fieldErrors: { ticket: ['REQUIRED', 'INVALID_OR_EXPIRED_AUTHORIZATION_TICKET'] },
  requestHeaders: ['X-Ticket', 'X-Client-Location'],
  responseHeaders: ['Set-Cookie'],
  async handler(request) {
    const { query, context, services, publicUrl } = request
    const ticket = context.req.headers['x-ticket'] ?? query.ticket
    if (typeof ticket !== 'string') throw invalidFields({ ticket: 'REQUIRED' })
    const { signedIn } = await services.auth.pollIpAuthorization(
      {
        client: context.client,
        ticket,
        waiterToken: waiterToken.presented(context, publicUrl),
        deviceToken: readDeviceToken(context, publicUrl),
        // HEAD is safe: prefetching must not complete the sign-in.
        peek: context.req.method === 'HEAD',
      },
      context,
    )
    setDeviceCookie(signedIn?.deviceToken, request)
    return {
      completed: signedIn !== undefined,
      token: signedIn?.token ?? null,
      user_id: signedIn?.accountId ?? null,
    }
  },
})
