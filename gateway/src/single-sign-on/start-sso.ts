import { defineRoute } from '../http/define-route.ts'
import { SsoStartResponse, SsoStartWithPromptRequest } from '../schemas/sso.ts'
import { browserVerifier, isFromBrowser } from './browser-verifier.ts'
import { providerDeadlineMs } from './provider-deadline.ts'

export const startSso = defineRoute({
  operationId: 'startSso',
  tag: 'auth',
  method: 'post',
  path: '/auth/sso/start',
  access: 'anyone',
  summary:
    'Start a sign-in with the identity provider. The same browser, or the sender of X-SSO-Verifier, must complete it within ten minutes.',
  rateLimit: { bucket: 'auth:sso:start' },
  body: SsoStartWithPromptRequest,
  response: SsoStartResponse,
  errors: ['FEATURE_TEMPORARILY_DISABLED'],
  fieldErrors: { sso: ['SSO_MISCONFIGURED'] },
  requestHeaders: ['X-SSO-Verifier'],
  responseHeaders: ['X-SSO-Verifier', 'Set-Cookie'],
  async handler(request) {
    const { body, context, services, publicUrl } = request
    const { redirect_to: redirectTo, prompt } = body
    const started = await services.sso.start(
      {
        redirectTo: redirectTo ?? undefined,
        fromBrowser: isFromBrowser(context),
        verifier: browserVerifier.presented(context, publicUrl),
        freshSignIn: prompt === 'login',
      },
      { requestId: context.requestId, signal: context.signal, deadlineMs: providerDeadlineMs },
    )
    browserVerifier.store(started.verifier, request)
    return {
      authorization_url: started.authorizationUrl,
      redirect_uri: started.redirectUri,
      state: started.state,
    }
  },
})
