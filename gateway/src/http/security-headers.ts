/** RFC 6797. Subdomains are not included, because they may belong to others. */
const strictTransport = 'max-age=31536000'

/** OWASP REST Security Cheat Sheet: a response opened as a document must not load, run or be framed. */
const contentSecurityPolicy = "default-src 'none'; frame-ancestors 'none'"

export function securityHeaders(publicUrl: string): readonly string[] {
  const isEncrypted = new URL(publicUrl).protocol === 'https:'
  return [
    ...['X-Content-Type-Options', 'nosniff', 'Referrer-Policy', 'no-referrer'],
    ...(isEncrypted ? ['Strict-Transport-Security', strictTransport] : []),
  ]
}

/** For responses without a policy of their own. */
export const apiPolicy: readonly string[] = ['Content-Security-Policy', contentSecurityPolicy]
