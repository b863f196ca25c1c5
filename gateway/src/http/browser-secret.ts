import { type CookieTarget, cookieKind, readCookie, setCookie } from './cookies.ts'
import type { RequestContext } from './request-context.ts'

type Names = {
  cookie: string
  /** For programs and for web apps on another site, which cannot use the cookie. */
  header?: string
  lifetimeSeconds: number
}

/** Longer than any secret. */
const maxLength = 256

/** A secret that binds a sign-in to the browser that began it. */
export function browserSecret({ cookie, header, lifetimeSeconds }: Names) {
  return {
    /** From the header, or else from the cookie; undefined if there is none. */
    presented({ req }: RequestContext, publicUrl: string): string | undefined {
      const kind = cookieKind(cookie, publicUrl)
      const sent = header === undefined ? undefined : req.headers[header.toLowerCase()]
      const secret = sent ?? (kind && readCookie(req.headers.cookie, kind.name))
      return typeof secret === 'string' && secret.length <= maxLength ? secret : undefined
    },

    store(secret: string, { publicUrl, addHeader }: CookieTarget): void {
      if (header !== undefined) addHeader(header, secret)
      const kind = cookieKind(cookie, publicUrl)
      if (kind) addHeader('Set-Cookie', setCookie(kind, secret, lifetimeSeconds))
    },
  }
}
