import { emptyReply, type Reply } from './reply.ts'

const exposed = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-RateLimit-Bucket',
  'Retry-After',
  'Link',
  'X-Webhook-Result',
  'X-Handoff-Secret',
  'X-SSO-Verifier',
].join(', ')
const allowed =
  'Authorization, Content-Type, X-Request-Id, X-Client-Location, X-Captcha-Token, X-Captcha-Type, X-Handoff-Secret, X-SSO-Verifier, X-Ticket'
const preflightSeconds = '7200'

/** What lets a page of an allowed origin read an answer. Other origins get nothing, and the browser refuses them. */
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
    exposed,
  ]
}

/** Answers OPTIONS on a known path: what it takes and, to an allowed origin, leave to send it from a page. */
export function preflightReply(
  origin: string | undefined,
  methods: readonly string[],
  origins: ReadonlySet<string>,
): Reply {
  const allow = ['Allow', methods.join(', ')]
  if (origin === undefined || !origins.has(origin)) return emptyReply(allow)
  return emptyReply([
    ...allow,
    'Access-Control-Allow-Methods',
    methods.join(', '),
    'Access-Control-Allow-Headers',
    allowed,
    'Access-Control-Max-Age',
    preflightSeconds,
    'Cache-Control',
    `max-age=${preflightSeconds}`,
  ])
}
