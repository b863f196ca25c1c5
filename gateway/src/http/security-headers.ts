/** Browsers then use https alone, also where somebody types http (RFC 6797). Subdomains may belong to others. */
const strictTransport = 'max-age=31536000'

/** An answer that is opened as a document loads nothing, runs nothing and is in no frame (OWASP REST Security Cheat Sheet). */
const contentSecurityPolicy = "default-src 'none'; frame-ancestors 'none'"

/** Headers of every answer, as a flat list. */
export function securityHeaders(publicUrl: string): readonly string[] {
  const isEncrypted = new URL(publicUrl).protocol === 'https:'
  return [
    ...['X-Content-Type-Options', 'nosniff', 'Referrer-Policy', 'no-referrer'],
    ...(isEncrypted ? ['Strict-Transport-Security', strictTransport] : []),
  ]
}

/** The policy of answers that bring none of their own. */
export const apiPolicy: readonly string[] = ['Content-Security-Policy', contentSecurityPolicy]
