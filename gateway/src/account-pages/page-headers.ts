import type { PublicCaptcha } from '../captcha/public-captcha.ts'

/**
 * Only files of this origin run, so that injected markup cannot. The script never parses text as HTML, which the browser enforces
 * (Trusted Types). A page with a captcha allows the files of its provider too, which are not written for Trusted Types.
 * QR codes are `data:` images, in which no script runs.
 */
export function pageHeaders({
  captcha,
  hasQrCode,
}: {
  captcha: PublicCaptcha | null
  hasQrCode: boolean
}): string[] {
  const sources = captcha ? ` ${captcha.sources.join(' ')}` : ''
  const contentSecurityPolicy = [
    "default-src 'none'",
    `script-src 'self'${sources}`,
    `style-src 'self'${sources}`,
    `img-src 'self'${hasQrCode ? ' data:' : ''}`,
    `connect-src 'self'${sources}`,
    ...(captcha ? [`frame-src${sources}`] : []),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(captcha ? [] : ["require-trusted-types-for 'script'", "trusted-types 'none'"]),
  ].join('; ')
  return [
    ...['Cache-Control', 'no-store', 'Vary', 'Accept-Encoding, Accept-Language'],
    ...['Content-Security-Policy', contentSecurityPolicy, 'Cross-Origin-Opener-Policy', 'same-origin'],
    ...['X-Robots-Tag', 'noindex'],
  ]
}
