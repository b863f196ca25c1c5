import { isLoopback } from '@gatehouse/service-kit/net/addresses'
import { parseCookie, type SetCookie, stringifySetCookie } from 'cookie'

export type CookieKind = Omit<SetCookie, 'value'>

/** Where a cookie is set. */
export type CookieTarget = { publicUrl: string; addHeader(name: string, value: string): void }

/** The attributes of a cookie for this public URL; null without https, except on loopback. */
export function cookieKind(name: string, publicUrl: string): CookieKind | null {
  const { protocol, hostname } = new URL(publicUrl)
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax' } as const
  if (protocol === 'https:') return { name: `__Host-${name}`, ...attributes, secure: true }
  return isLoopback(hostname) || hostname.endsWith('.localhost') ? { name, ...attributes } : null
}

/** Whether browsers keep our cookies and offer passkeys: https, or this machine. */
export function isSecureContext(publicUrl: string): boolean {
  return cookieKind('any', publicUrl) !== null
}

export function setCookie(kind: CookieKind, value: string, maxAgeSeconds: number): string {
  return stringifySetCookie({ ...kind, value, maxAge: maxAgeSeconds }, { encode: (plain) => plain })
}

/** The value of a cookie, not decoded. Of several cookies with the name, the first counts. */
export function readCookie(header: string | undefined, name: string): string | null {
  return parseCookie(header ?? '', { decode: (value) => value })[name] ?? null
}
