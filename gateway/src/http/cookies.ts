import { parseCookie } from 'cookie'

/** A cookie as browsers keep it for this API. */
export type CookieKind = { name: string; attributes: string }

/**
 * How a cookie is kept when clients see the API at this URL (contract.md 7 row 21): with `__Host-` and Secure over https,
 * under a plain name on this machine alone; null elsewhere, where anybody on the way could read it.
 */
export function cookieKind(name: string, publicUrl: string): CookieKind | null {
  const { protocol, hostname } = new URL(publicUrl)
  const common = 'Path=/; HttpOnly; SameSite=Lax'
  if (protocol === 'https:') return { name: `__Host-${name}`, attributes: `${common}; Secure` }
  return isLoopback(hostname) ? { name, attributes: common } : null
}

/** The value of a Set-Cookie header. */
export function setCookie(kind: CookieKind, value: string, maxAgeSeconds: number): string {
  return `${kind.name}=${value}; Max-Age=${maxAgeSeconds}; ${kind.attributes}`
}

/** The value of a cookie the client sent, not decoded; null when there is none. Of several with the name the first counts. */
export function readCookie(header: string | undefined, name: string): string | null {
  return parseCookie(header ?? '', { decode: (value) => value })[name] ?? null
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}
