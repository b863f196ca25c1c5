import { maxDeviceTokenLength } from '@gatehouse/proto/field-bounds'
import { type CookieTarget, cookieKind, readCookie, setCookie } from './cookies.ts'
import type { RequestContext } from './request-context.ts'

const name = 'gatehouse_device'
const lifetimeSeconds = 30 * 24 * 60 * 60

/** The token of a known device, for the login throttle and the mail about an unknown device. It is not a credential. */
export function readDeviceToken({ req }: Pick<RequestContext, 'req'>, publicUrl: string): string | undefined {
  const kind = cookieKind(name, publicUrl)
  const token = kind && readCookie(req.headers.cookie, kind.name)
  return token && token.length <= maxDeviceTokenLength ? token : undefined
}

/** Each sign-in renews the cookie. */
export function setDeviceCookie(
  deviceToken: string | undefined,
  { publicUrl, addHeader }: CookieTarget,
): void {
  const kind = cookieKind(name, publicUrl)
  if (deviceToken && kind) addHeader('Set-Cookie', setCookie(kind, deviceToken, lifetimeSeconds))
}
