import { innerLimits } from '@gatehouse/auth-service/throttle/inner-limits'
import type { Route } from '@gatehouse/gateway/http/route'
import { type Bucket, rateLimits } from '@gatehouse/gateway/limits'
import { markdownTable } from './markdown-table.ts'

/** What each inner limit counts. */
const innerMeanings: Record<keyof typeof innerLimits, string> = {
  'auth:password':
    'wrong passwords of one email address: by strangers together, by each known device, by those who are signed in already',
  'auth:password:address': 'wrong passwords from one address or IPv6 /64, over all accounts',
  'auth:password:address:hourly': 'the same, by the hour',
  'auth:register:email': 'registrations and claims with one email address whose form is right',
  'auth:register:address': 'registrations and claims from one address or IPv6 /64 whose form is right',
  'users:username': 'changes of username or discriminator by one account',
}

/** Every limit and its default, for readers. */
export function limitsMarkdown(routes: readonly Route[]): string {
  return [
    '# Limits',
    '',
    'Made by `npm run generate` from the route table and from `auth-service/src/throttle/inner-limits.ts`.',
    '',
    'A limit is a bucket that drips full again (GCRA), held in Redis, so that it is one for any number of replicas and outlives restarts.',
    'Whoever is signed in has buckets by account, everybody else by address; an IPv6 /64 counts as one address. Each limit by address',
    'also holds, at ten times its count, for the network around it: the /24 of an IPv4 address, the /48 of an IPv6 address. Limited answers',
    'carry `X-RateLimit-Limit`, `-Remaining`, `-Reset` (unix seconds) and `-Bucket`, of the limit that has least left; a refusal is 429',
    '`RATE_LIMITED` with `Retry-After` and `retry_after`. `GATEHOUSE_LIMITS_SCALE` multiplies all limits. While Redis is away or full,',
    'limited account routes answer 503 with `Retry-After`.',
    '',
    '## Of routes',
    '',
    '`GATEHOUSE_LIMITS` of the gateway changes some of them: `{"auth:login": {"limit": 20, "window_seconds": 10}}`. Over all routes together',
    'stands the bucket `global`, 50 a second for a session or else an address, which posts to webhooks do not count against.',
    'Each process counts the buckets `pages`, `preflight` and `unrouted`, and `global` for their requests, in its own memory: these requests',
    'are answered while Redis is unavailable.',
    '',
    'The requests of one connection are answered one after the other. A client that sends more than `GATEHOUSE_PIPELINED_REQUESTS` ahead of',
    'their answers loses the connection; [operations.md](operations.md) lists the other limits of connections.',
    '',
    markdownTable(['Bucket', 'Limit', 'Each of', 'Routes'], routeRows(routes)),
    '',
    '## Behind routes',
    '',
    '`GATEHOUSE_INNER_LIMITS` of auth-service changes some of them in the same way.',
    '',
    markdownTable(['Bucket', 'Limit', 'Counts'], innerRows()),
    '',
    '## Wrong passwords',
    '',
    'The five of `auth:password` are free. After them each try has to wait, 1 s at first and twice as long after each wrong one, up to',
    '15 minutes; tries before that are 429 and not looked at. 15 minutes without a try after the wait start anew. A hundred consecutive wrong',
    'ones, none of them more than 90 days after the one before, close the password: 403 `PASSWORD_LOGIN_DISABLED` until it is set anew; no',
    'setting moves that hundred. Fewer than five are forgotten after a day. A right password counts for nothing and resets the consecutive',
    'failures of its own source and those of strangers; the wait of strangers stays. Addresses that belong to nobody are counted alike, so no',
    'answer tells whether there is an account.',
    '',
    'When more passwords of one account arrive at once than tries are left, those beyond wait up to 2 s for the outcome of the ones in flight.',
    'So eight right passwords at once are eight sign-ins, and eight wrong ones are five guesses. At most 16 wait for one account and 256 in one',
    'process of auth-service; those beyond, and those whose 2 s are over, are 429 with `retry_after` 1. A try whose process crashed is in flight',
    'for 10 s and then counts for nothing. `gatehouse_passwords_waiting` and `gatehouse_password_waits_total` show the waiting.',
    '',
    'Strangers cannot lock an account’s owner out: a device that signed in within 30 days has its own five and its own hundred. It is known by',
    'an HttpOnly cookie (`__Host-gatehouse_device`), sealed with `GATEHOUSE_KEYS` and bound to the account; without one, by the address or /64',
    'it signed in from. A device known by its cookie is not held to the limits of its address either. A change of the password voids the',
    'cookies of all devices and gives the one that made the change a new cookie; known addresses stay known. A reset forgets them too.',
    '',
  ].join('\n')
}

const otherRequests: { bucket: Bucket; per?: string; route: string }[] = [
  { bucket: 'preflight', route: '`OPTIONS` on a known path' },
  { bucket: 'unrouted', route: 'unknown paths and methods' },
]

function routeRows(routes: readonly Route[]): string[][] {
  const limited = routes.flatMap(({ rateLimit, method, path }) =>
    rateLimit ? [{ ...rateLimit, route: `\`${method.toUpperCase()} ${path}\`` }] : [],
  )
  return [...Map.groupBy([...limited, ...otherRequests], ({ bucket }) => bucket)].map(([bucket, all]) => {
    const resources = new Set(all.flatMap(({ per }) => (per ? [`\`${per}\``] : [])))
    const paths = all.map(({ route }) => route)
    return [`\`${bucket}\``, paceOf(rateLimits[bucket]), [...resources].join(' or '), paths.join(', ')]
  })
}

function innerRows(): string[][] {
  return Object.entries(innerLimits).map(([bucket, pace]) => [
    `\`${bucket}\``,
    paceOf(pace),
    // The type guarantees an entry.
    innerMeanings[bucket as keyof typeof innerLimits],
  ])
}

function paceOf({ limit, windowSeconds }: { limit: number; windowSeconds: number }): string {
  return `${limit} in ${windowSeconds} s`
}
