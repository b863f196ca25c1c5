import { cookieKind, readCookie, setCookie } from '../http/cookies.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Request } from '../http/route.ts'

const headerName = 'x-handoff-secret'
const cookieName = 'gatehouse_handoff'
const codeLifetimeSeconds = 300
/** Longer than any secret. */
const maxLength = 256

/** The secret of a receiver from X-Handoff-Secret, or else from its cookie; undefined if there is none. */
export function presentedSecret({ req }: RequestContext, publicUrl: string): string | undefined {
  const header = req.headers[headerName]
  const kind = cookieKind(cookieName, publicUrl)
  const secret = header ?? (kind && readCookie(req.headers.cookie, kind.name))
  return typeof secret === 'string' && secret.length <= maxLength ? secret : undefined
}

/** Sends a receiver its secret, as a header for programs and as a cookie for browsers. */
export function setReceiverSecret(
  secret: string | undefined,
  { publicUrl, addHeader }: Pick<Request<'anyone', unknown, unknown, unknown>, 'publicUrl' | 'addHeader'>,
): void {
  if (secret === undefined) return
  addHeader('X-Handoff-Secret', secret)
  const kind = cookieKind(cookieName, publicUrl)
  if (kind) addHeader('Set-Cookie', setCookie(kind, secret, codeLifetimeSeconds))
}
