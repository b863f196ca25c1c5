import { isLoopbackOrigin } from '@gatehouse/service-kit/net/loopback-origin'
import { emptyResponse, type HttpResponse } from './http-response.ts'

const exposedHeaders = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-RateLimit-Reset-After',
  'X-RateLimit-Bucket',
  'Retry-After',
  'Link',
  'X-Webhook-Result',
  'X-Handoff-Secret',
  'X-SSO-Verifier',
].join(', ')
const allowedHeaders = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'X-Request-Id',
  'X-Audit-Log-Reason',
  'X-Client-Location',
  'X-Captcha-Token',
  'X-Captcha-Type',
  'X-Handoff-Secret',
  'X-SSO-Verifier',
  'X-Ticket',
  // Pages with OpenTelemetry or Sentry add these to every call.
  'traceparent',
  'tracestate',
  'baggage',
  'sentry-trace',
].join(', ')
const preflightSeconds = '7200'

/** Whether web pages of an origin may call the API. */
export type CorsPolicy = { isEnabled: boolean; allows(origin: string): boolean }

export function corsPolicy(origins: readonly string[], { localhost }: { localhost: boolean }): CorsPolicy {
  const allowed = new Set(origins)
  return {
    isEnabled: localhost || allowed.size > 0,
    allows: (origin) => allowed.has(origin) || (localhost && isLoopbackOrigin(origin)),
  }
}

export function corsHeaders(origin: string | undefined, policy: CorsPolicy): string[] {
  if (origin === undefined || !policy.allows(origin)) return ['Vary', 'Origin']
  return [
    'Vary',
    'Origin',
    'Access-Control-Allow-Origin',
    origin,
    'Access-Control-Allow-Credentials',
    'true',
    'Access-Control-Expose-Headers',
    exposedHeaders,
  ]
}

export function preflightResponse(
  origin: string | undefined,
  methods: readonly string[],
  policy: CorsPolicy,
): HttpResponse {
  const allow = ['Allow', methods.join(', ')]
  if (origin === undefined || !policy.allows(origin)) return emptyResponse(allow)
  return emptyResponse([
    ...allow,
    'Access-Control-Allow-Methods',
    methods.join(', '),
    'Access-Control-Allow-Headers',
    allowedHeaders,
    'Access-Control-Max-Age',
    preflightSeconds,
    'Cache-Control',
    `max-age=${preflightSeconds}`,
  ])
}
