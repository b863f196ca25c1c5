import { cookieKind, readCookie, setCookie } from '../http/cookies.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Request } from '../http/route.ts'

const headerName = 'x-sso-verifier'
const cookieName = 'gatehouse_sso'
const stateLifetimeSeconds = 600
/** Longer than any verifier. */
const maxLength = 256

/** Browsers send one of these headers with every POST. */
export function isFromBrowser({ req }: RequestContext): boolean {
  return req.headers.origin !== undefined || req.headers['sec-fetch-site'] !== undefined
}

/** From X-SSO-Verifier, or else from its cookie; undefined if there is none. */
export function presentedVerifier({ req }: RequestContext, publicUrl: string): string | undefined {
  const header = req.headers[headerName]
  const kind = cookieKind(cookieName, publicUrl)
  const verifier = header ?? (kind && readCookie(req.headers.cookie, kind.name))
  return typeof verifier === 'string' && verifier.length <= maxLength ? verifier : undefined
}

export function setVerifier(
  verifier: string,
  { publicUrl, addHeader }: Pick<Request<'anyone', unknown, unknown, unknown>, 'publicUrl' | 'addHeader'>,
): void {
  addHeader('X-SSO-Verifier', verifier)
  const kind = cookieKind(cookieName, publicUrl)
  if (kind) addHeader('Set-Cookie', setCookie(kind, verifier, stateLifetimeSeconds))
}
