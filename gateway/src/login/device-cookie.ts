import { maxDeviceTokenLength } from '@gatehouse/proto/field-bounds'
import { cookieKind, readCookie, setCookie } from '../http/cookies.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Access, Request } from '../http/route.ts'

const name = 'gatehouse_device'
const lifetimeSeconds = 30 * 24 * 60 * 60

/** The token of a known device, for the login throttle and the mail about an unknown device. It is not a credential. */
export function readDeviceToken({ req }: RequestContext, publicUrl: string): string | undefined {
  const kind = cookieKind(name, publicUrl)
  const token = kind && readCookie(req.headers.cookie, kind.name)
  return token && token.length <= maxDeviceTokenLength ? token : undefined
}

/** Each sign-in renews the cookie. */
export function setDeviceCookie(
  deviceToken: string | undefined,
  { publicUrl, addHeader }: Pick<Request<Access, unknown, unknown, unknown>, 'publicUrl' | 'addHeader'>,
): void {
  const kind = cookieKind(name, publicUrl)
  if (deviceToken && kind) addHeader('Set-Cookie', setCookie(kind, deviceToken, lifetimeSeconds))
}
