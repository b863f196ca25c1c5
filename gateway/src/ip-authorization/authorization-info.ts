import { defineRoute } from '../http/define-route.ts'
import { requireField } from '../http/require-field.ts'
import { AuthorizeIpRequest, IpAuthorizationInfoResponse } from '../schemas/ip-approval.ts'
import { clientInfoJson } from '../sessions/client-info-json.ts'

/** POST, because a token in the path or query would be logged by proxies. */
export const ipAuthorizationInfo = defineRoute({
  operationId: 'getIpAuthorization',
  tag: 'auth',
  method: 'post',
  path: '/auth/authorize-ip/info',
  access: 'anyone',
  summary: 'Get the sign-in that the token of a mail would authorize. Changes nothing.',
  rateLimit: { bucket: 'auth:authorize_ip:info' },
  body: AuthorizeIpRequest,
  response: IpAuthorizationInfoResponse,
  errors: ['SSO_REQUIRED'],
  fieldErrors: { token: ['INVALID_OR_EXPIRED_AUTHORIZATION_TOKEN'] },
  async handler({ body, context, services }) {
    const signIn = await services.auth.getIpAuthorization({ token: body.token }, context)
    return {
      created_at: requireField(signIn.createdAt).toISOString(),
      expires_at: requireField(signIn.expiresAt).toISOString(),
      email: signIn.email,
      username: signIn.username,
      address: signIn.address,
      client_info: clientInfoJson(requireField(signIn.clientInfo)),
    }
  },
})
