const base = 'https://web-app.invalid'

/** A path of the web app, or empty: a redirect to another site would serve phishing (RFC 9700, section 4.11). */
export function safeRedirect(path: string | undefined): string {
  if (path === undefined || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path)) return ''
  // Proxies and routers may decode the path once more.
  if (/^\/(%2f|%5c)/i.test(path)) return ''
  return URL.parse(path, base)?.origin === base ? path : ''
}
