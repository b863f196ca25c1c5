import type { ErrorCode } from '@gatehouse/proto/errors/catalog'
import { idempotencyKeyLength } from '@gatehouse/proto/field-bounds'
import { captchaProviderNames } from '../captcha/captcha-providers.ts'
import type { Json } from './json-schema.ts'

type Header = { description: string; schema: Json; required?: boolean }

/** A header of a request that only one route has. */
export type DocumentedHeader = { name: string; description: string; schema?: Json }

const text = { type: 'string' }

/** The headers of responses. Those of every response are in `commonResponseHeaders`. */
export const responseHeaders = {
  'X-Request-Id': {
    description: 'The X-Request-Id of the request if it is valid, else a new one.',
    schema: text,
    required: true,
  },
  'X-RateLimit-Limit': {
    description: 'The number of requests in one window.',
    schema: { type: 'integer', examples: [40] },
  },
  'X-RateLimit-Remaining': {
    description: 'The number of requests that are left.',
    schema: { type: 'integer', examples: [39] },
  },
  'X-RateLimit-Reset': {
    description: 'When all requests are available again: Unix seconds with a fraction.',
    schema: { type: 'number', examples: [1893456000.25] },
  },
  'X-RateLimit-Reset-After': {
    description: 'Seconds until all requests are available again, with a fraction.',
    schema: { type: 'number', minimum: 0, examples: [0.25] },
  },
  'X-RateLimit-Bucket': { description: 'The name of the limit.', schema: text },
  'Retry-After': {
    description: 'Whole seconds to wait before the next attempt.',
    schema: { type: 'integer', minimum: 1 },
    required: true,
  },
  'WWW-Authenticate': {
    description: 'The authentication scheme of the API (RFC 9110).',
    schema: { type: 'string', examples: ['Bearer realm="gatehouse"'] },
    required: true,
  },
  Allow: { description: 'The methods that the path supports.', schema: text, required: true },
  Link: {
    description: 'The URL of the next page, with rel="next". Absent on the last page.',
    schema: {
      type: 'string',
      examples: ['<https://chat.example/guilds/100/webhooks?limit=2&after=300>; rel="next"'],
    },
  },
  ETag: {
    description: 'The hash of the image in quotes. Send it in If-None-Match to get 304 instead of the image.',
    schema: text,
  },
  'Cache-Control': { description: 'Images never change.', schema: text },
  'Content-Range': { description: 'The range of the part, or the size of the image.', schema: text },
  'Set-Cookie': {
    description: 'An HttpOnly cookie that this API sets for browsers. Other clients may ignore it.',
    schema: text,
  },
  'X-Handoff-Secret': {
    description: 'The secret of the receiver. Send it in X-Handoff-Secret to get the status and the token.',
    schema: text,
  },
  'X-SSO-Verifier': {
    description: 'The secret of the browser. Send it in X-SSO-Verifier to complete the sign-in.',
    schema: text,
  },
  'X-Webhook-Result': {
    description:
      'rendered, ignored:<event>, ignored:<event>.<action>, duplicate, filtered, unrenderable:<path> or rejected:<code>.',
    schema: { type: 'string', examples: ['rendered'] },
    required: true,
  },
} as const satisfies Record<string, Header>

export type ResponseHeader = keyof typeof responseHeaders

export const commonResponseHeaders = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-RateLimit-Reset-After',
  'X-RateLimit-Bucket',
] as const satisfies readonly ResponseHeader[]

/** The headers of errors with a status. */
export const errorHeaderNames: Readonly<Record<number, readonly ResponseHeader[]>> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  429: ['Retry-After'],
  503: ['Retry-After'],
  504: ['Retry-After'],
}

/** The headers of errors with a code. */
export const headerNamesOfCodes: Partial<Record<ErrorCode, readonly ResponseHeader[]>> = {
  IP_AUTHORIZATION_REQUIRED: ['Set-Cookie'],
}

/** The headers of requests, except those of webhook executions: proto/executions/formats.ts has them. */
export const requestHeaders = {
  'X-Request-Id': {
    description: 'An id for the logs. An invalid one is replaced.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
  },
  'X-Captcha-Token': {
    description: 'The solution of the captcha. Required if the instance has a captcha provider.',
    schema: { type: 'string', maxLength: 2048 },
  },
  'X-Captcha-Type': {
    description: 'The captcha provider. If present, it must be the provider of the instance.',
    schema: { type: 'string', enum: captchaProviderNames },
  },
  'Idempotency-Key': {
    description:
      'A new random value for each resource. A retry with the same value and body does not create another one, for 24 hours. Keys belong to the account, or to the client address without one.',
    schema: {
      type: 'string',
      minLength: idempotencyKeyLength.min,
      maxLength: idempotencyKeyLength.max,
      examples: ['2f0c8a5e-7d0b-4f6e-9c57-3d1f6f3f2a41'],
    },
  },
  'X-Audit-Log-Reason': {
    description:
      'Why the webhook is changed, as percent-encoded UTF-8 of at most 512 characters, for the events. An invalid value is ignored.',
    schema: { type: 'string', examples: ['Moved%20to%20%23builds'] },
  },
  'X-Client-Location': {
    description:
      'The location of the client as JSON: {"city", "region", "country"}. Shown in the list of sessions; an invalid value is ignored.',
    schema: { type: 'string', maxLength: 1024, examples: ['{"city":"Graz","region":null,"country":"AT"}'] },
  },
  'X-Handoff-Secret': {
    description: 'The secret of the receiver. Browsers send its cookie instead.',
    schema: { type: 'string', maxLength: 256 },
  },
  'X-SSO-Verifier': {
    description: 'The secret from the start of the sign-in. Browsers send its cookie instead.',
    schema: { type: 'string', maxLength: 256 },
  },
  'X-Ticket': {
    description: 'The ticket of the sign-in that waits. Has precedence over the query parameter.',
    schema: { type: 'string', maxLength: 256 },
  },
} as const satisfies Record<string, Header>

export type RequestHeader = keyof typeof requestHeaders

export function headerParameters(): Json {
  return Object.fromEntries(
    Object.entries(requestHeaders).map(([name, header]) => [name, headerParameter({ name, ...header })]),
  )
}

export function headerParameter({ name, description, schema = text }: DocumentedHeader): Json {
  return { name, in: 'header', required: false, description, schema }
}
