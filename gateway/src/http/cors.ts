import { emptyResponse, type HttpResponse } from './http-response.ts'

const exposedHeaders = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-RateLimit-Bucket',
  'Retry-After',
  'Link',
  'X-Webhook-Result',
  'X-Handoff-Secret',
].join(', ')
const allowedHeaders = [
  'Authorization',
  'Content-Type',
  'X-Request-Id',
  'X-Client-Location',
  'X-Captcha-Token',
  'X-Captcha-Type',
  'X-Handoff-Secret',
].join(', ')
const preflightSeconds = '7200'

export function corsHeaders(origin: string | undefined, origins: ReadonlySet<string>): string[] {
  if (origin === undefined || !origins.has(origin)) return ['Vary', 'Origin']
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
  origins: ReadonlySet<string>,
): HttpResponse {
  const allow = ['Allow', methods.join(', ')]
  if (origin === undefined || !origins.has(origin)) return emptyResponse(allow)
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
