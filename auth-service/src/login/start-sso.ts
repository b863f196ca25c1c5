import type { StartRequest, StartResponse } from '@gatehouse/proto/gen/auth/v1/sso'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { digestText, newSecret } from '@gatehouse/service-kit/tokens/secret-token'
import type { AuthContext } from '../context.ts'
import { beginAuthorization } from '../single-sign-on/authorization-request.ts'
import { safeRedirect } from '../single-sign-on/redirect-to.ts'

const secretPattern = /^[\w-]{43}$/

export async function startSso(
  ctx: Pick<AuthContext, 'sso'>,
  request: StartRequest,
  call: Call,
): Promise<StartResponse> {
  const { fromBrowser, freshSignIn } = request
  // The secret of a browser stays, so that several tabs can sign in.
  const verifier = secretPattern.test(request.verifier ?? '') ? (request.verifier ?? '') : newSecret()
  const redirectTo = safeRedirect(request.redirectTo)
  const purpose = { redirectTo, fromBrowser, verifierDigest: digestText(verifier) }
  return { ...(await beginAuthorization(ctx, purpose, { freshSignIn }, call)), verifier }
}
