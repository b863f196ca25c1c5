import { cookieKind, readCookie, setCookie } from '../http/cookies.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Access, Request } from '../http/route.ts'

const name = 'gatehouse_device'
const lifetimeSeconds = 30 * 24 * 60 * 60
// Longer than any of ours; what a client sends beyond it need not travel.
const maxLength = 1024

/** What a browser keeps so that its account knows it from strangers (contract.md 7 row 6). It signs nobody in. */
export function presentedDevice({ req }: RequestContext, publicUrl: string): string | undefined {
  const kind = cookieKind(name, publicUrl)
  const token = kind && readCookie(req.headers.cookie, kind.name)
  return token && token.length <= maxLength ? token : undefined
}

/** Gives the browser that cookie, for another 30 days with each sign-in. */
export function keepDevice(
  deviceToken: string | undefined,
  { publicUrl, addHeader }: Pick<Request<Access, unknown, unknown, unknown>, 'publicUrl' | 'addHeader'>,
): void {
  const kind = cookieKind(name, publicUrl)
  if (deviceToken && kind) addHeader('Set-Cookie', setCookie(kind, deviceToken, lifetimeSeconds))
}
