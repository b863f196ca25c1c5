import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { grpcTarget } from '../net/addresses.ts'
import { readRedisAddress } from '../net/redis-address.ts'
import { type LimitValue, readLimits } from './limits-text.ts'

/** One environment variable. Its schema parses the text; messages complete "NAME ..." and do not quote the value. */
export type Setting<T> = {
  env: string
  kind: string
  meaning: string
  schema: z.ZodType<T, string>
  default: T | undefined
  rejectedInProduction: boolean
}

type Options<T> = {
  env: string
  meaning: string
  default?: T | null
  /** With NODE_ENV=production only the default is allowed. */
  rejectedInProduction?: boolean
}

type Value<T, O> = O extends { default: infer D } ? (null extends D ? T | null : T) : T

function define<T, const O extends Options<T>>(
  kind: string,
  schema: z.ZodType<T, string>,
  { env, meaning, default: fallback, rejectedInProduction = false }: O,
): Setting<Value<T, O>> {
  // Value adds null if the default is null, which the compiler cannot follow.
  return { env, kind, meaning, schema, default: fallback, rejectedInProduction } as Setting<Value<T, O>>
}

function kind<T>(name: string, schema: z.ZodType<T, string>) {
  return <const O extends Options<T>>(options: O) => define(name, schema, options)
}

function numberKind(name: string, pattern: RegExp, noun: string) {
  return <const O extends Options<number> & { min?: number; max?: number }>(options: O) => {
    const { min = 0, max = Number.MAX_SAFE_INTEGER } = options
    const error = `must be ${noun} from ${min} to ${max}`
    const inRange = z.number().min(min, error).max(max, error)
    return define(name, z.string().regex(pattern, error).transform(Number).pipe(inRange), options)
  }
}

/** Native Android apps have origins of their own. */
function isOrigin(text: string): boolean {
  return text.startsWith('android:apk-key-hash:') || (URL.canParse(text) && new URL(text).origin === text)
}

/** In the form of the header Origin (RFC 6454, section 6.1). Apps have schemes of their own, such as `capacitor://localhost`. */
function isWebOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { origin, protocol, host } = new URL(text)
  return text === (origin === 'null' ? `${protocol}//${host}` : origin)
}

const maxUrlLength = 2048

const text = z.string()
const list = text.transform((value): readonly string[] => {
  const parts = value.split(',').map((part) => part.trim())
  return parts.filter((part) => part !== '')
})
const addresses = list.refine((parts) => parts.length > 0 && parts.every(isAddress), {
  error: 'must be host:port, or several separated by commas',
  abort: true,
})

export const setting = {
  text: kind('text', text),
  secret: kind('secret', text),
  path: kind('path', text),
  mongodbUrl: kind(
    'MongoDB URL',
    text.regex(
      /^mongodb(\+srv)?:\/\/[^\s/]+/i,
      'must be mongodb://host:port, with several hosts separated by commas, or mongodb+srv://host',
    ),
  ),
  name: kind(
    'name',
    text.regex(/^\P{C}{1,40}$/u, 'must have 1 to 40 characters, without control characters'),
  ),
  httpUrl: kind('URL', url(/^https?$/, 'must be a URL with http or https')),
  contactUrl: kind('URL', url(/^(https?|mailto)$/, 'must be a URL with http, https or mailto')),
  smtpUrl: kind(
    'SMTP URL',
    text.regex(
      /^(smtps?:\/\/([^\s/@]+@)?[^\s/@]+\/?$|file:\/)/i,
      'must be smtp://host:port, smtps://host:port or file:/path',
    ),
  ),
  mailbox: kind(
    'mailbox',
    text.regex(
      /^([^<>@"\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'must be name@host or Name <name@host>',
    ),
  ),
  redisUrl: kind(
    'Redis URL',
    parsedBy((url) => {
      readRedisAddress(url)
      return url
    }),
  ),
  address: kind('address', text.refine(isAddress, 'must be host:port')),
  addressList: kind(
    'address list',
    addresses.transform((parts) => parts.join(',')),
  ),
  grpcAddress: kind(
    'address list',
    addresses
      .transform((parts) => parts.join(','))
      .refine(
        (joined) => grpcTarget(joined) !== null,
        'must be one host:port, or several IP addresses of one family with ports, separated by commas',
      ),
  ),
  integer: numberKind('integer', /^-?\d+$/, 'a whole number'),
  number: numberKind('number', /^-?\d+(\.\d+)?$/, 'a number'),
  boolean: kind(
    'boolean',
    z.stringbool({
      truthy: ['1', 'true'],
      falsy: ['0', 'false'],
      case: 'sensitive',
      error: 'must be 1 or 0',
    }),
  ),
  list: kind('list', list),
  webOriginList: kind(
    'list',
    list.refine(
      (parts) => parts.every(isWebOrigin),
      'must be origins such as https://app.example.com, without a path or a slash at the end, separated by commas',
    ),
  ),
  /** Of passkeys, which native apps of Android use with an origin of their own. */
  originList: kind(
    'list',
    list.refine(
      (parts) => parts.every(isOrigin),
      'must be origins such as https://app.example.com, without a path, separated by commas',
    ),
  ),
  phonePrefixLimits: kind(
    'list',
    list.refine(
      (parts) => parts.every((part) => /^\+[1-9]\d{0,14}=\d{1,5}$/.test(part)),
      'must be prefixes of phone numbers with limits up to 99999, such as +49=500, separated by commas',
    ),
  ),
  cidrList: kind(
    'CIDR list',
    list.refine(
      (parts) => parts.every((part) => ipaddr.isValidCIDR(part) || ipaddr.isValid(part)),
      'must be networks such as 10.0.0.0/8, separated by commas',
    ),
  ),
  /** JSON `{bucket: {"limit", "window_seconds"}}` that replaces some of the default limits in `buckets`. */
  limits<B extends string>({
    buckets,
    ...options
  }: {
    env: string
    meaning: string
    buckets: Readonly<Record<B, LimitValue>>
  }): Setting<Record<B, LimitValue>> {
    const schema = parsedBy((json): Record<B, LimitValue> => ({ ...buckets, ...readLimits(json, buckets) }))
    return { ...options, kind: 'limits', schema, default: buckets, rejectedInProduction: false }
  },
  oneOf<
    const V extends string,
    const O extends Omit<Options<V>, 'default'> & { values: readonly V[]; default?: V },
  >(options: O & { values: readonly V[] }) {
    const values = options.values.join(', ')
    return define(`one of ${values}`, z.enum(options.values, `must be one of ${values}`), options)
  },
}

function url(protocol: RegExp, error: string): z.ZodType<string, string> {
  return z
    .url({ protocol, error, abort: true })
    .max(maxUrlLength, `must have at most ${maxUrlLength} characters`)
}

function parsedBy<T>(read: (text: string) => T): z.ZodType<T, string> {
  return text.transform((value, context) => {
    try {
      return read(value)
    } catch (error) {
      context.addIssue(error instanceof Error ? error.message : 'cannot be read')
      return z.NEVER
    }
  })
}

function isAddress(value: string): boolean {
  const port = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]):(\d{1,5})$/.exec(value)?.[1]
  return port !== undefined && Number(port) <= 65535
}
