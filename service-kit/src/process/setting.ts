import ipaddr from 'ipaddr.js'
import { readRedisAddress } from '../storage/redis-address.ts'
import { type LimitValue, readLimits } from './limits-text.ts'

/** One environment variable: its name, how its text is read, what it means, and the value without it. */
export type Setting<T> = {
  env: string
  kind: string
  meaning: string
  /** Used when the variable is unset or empty; undefined means that it must be set. */
  default: T | undefined
  secret: boolean
  refusedInProduction: boolean
  /** Throws an Error whose message completes "NAME ..." and does not quote the value. */
  read(text: string): T
}

type Options<T> = {
  env: string
  meaning: string
  default?: T | null
  /** Only the default may be used with NODE_ENV=production. */
  refusedInProduction?: boolean
}

type Value<T, O> = O extends { default: infer D } ? (null extends D ? T | null : T) : T

function make<T>(kind: string, options: Options<T>, read: (text: string) => T): Setting<T> {
  const { env, meaning, refusedInProduction = false } = options
  // A null default is typed by Value; the other settings never yield one.
  const fallback = options.default as T | undefined
  return { env, kind, meaning, default: fallback, secret: kind === 'secret', refusedInProduction, read }
}

function plain<T>(kind: string, read: (text: string) => T) {
  return <const O extends Options<T>>(options: O): Setting<Value<T, O>> =>
    // The value type follows from the options' own default; make() does not look at it.
    make(kind, options, read) as Setting<Value<T, O>>
}

function bounded(kind: string, pattern: RegExp, noun: string) {
  return <const O extends Options<number> & { min?: number; max?: number }>(
    options: O,
  ): Setting<Value<number, O>> => {
    const { min = 0, max = Number.MAX_SAFE_INTEGER } = options
    const read = (text: string) => {
      const value = Number(text)
      if (!pattern.test(text) || value < min || value > max) fail(`must be ${noun} from ${min} to ${max}`)
      return value
    }
    // As in plain().
    return make(kind, options, read) as Setting<Value<number, O>>
  }
}

/** The kinds of settings. `default: null` makes a setting optional; without a default it must be set. */
export const setting = {
  text: plain('text', (text) => text),
  /** Like text, for what must not be shown in any listing. */
  secret: plain('secret', (text) => text),
  path: plain('path', (text) => text),
  /** Several hosts are allowed, which other URLs have not. */
  mongodbUrl: plain('MongoDB URL', (text) =>
    /^mongodb(\+srv)?:\/\/[^\s/]+/i.test(text)
      ? text
      : fail('must be mongodb://host:port, with several hosts separated by commas, or mongodb+srv://host'),
  ),
  /** A URL as `fetch` takes it. */
  httpUrl: plain('URL', (text) =>
    /^https?:/i.test(text) && URL.canParse(text) ? text : fail('must be a URL with http or https'),
  ),
  /** One server, Sentinels, or nodes of a Cluster (storage/redis-address.ts). */
  redisUrl: plain('Redis URL', (text) => {
    readRedisAddress(text)
    return text
  }),
  /** `host:port`. */
  address: plain('address', (text) => (isAddress(text) ? text : fail('must be host:port'))),
  /** `host:port,host:port`, one text as `connect` takes it. */
  addressList: plain('address list', (text) => {
    const addresses = parts(text)
    return addresses.every(isAddress) && addresses.length > 0
      ? addresses.join(',')
      : fail('must be host:port, or several separated by commas')
  }),
  integer: bounded('integer', /^-?\d+$/, 'a whole number'),
  number: bounded('number', /^-?\d+(\.\d+)?$/, 'a number'),
  boolean: plain('boolean', readBoolean),
  /** Texts separated by commas. */
  list: plain<readonly string[]>('list', parts),
  /** Networks in CIDR form or single addresses, separated by commas. */
  cidrList: plain<readonly string[]>('CIDR list', (text) => {
    const networks = parts(text)
    return networks.every(isNetwork)
      ? networks
      : fail('must be networks such as 10.0.0.0/8, separated by commas')
  }),
  /**
   * JSON `{bucket: {"limit", "window_seconds"}}` that replaces some of the limits named in `buckets`, which is also the
   * default. A bucket that is none of them is refused by its name.
   */
  limits<B extends string>(options: {
    env: string
    meaning: string
    buckets: Readonly<Record<B, LimitValue>>
  }): Setting<Record<B, LimitValue>> {
    const { env, meaning, buckets } = options
    return make<Record<B, LimitValue>>('limits', { env, meaning, default: buckets }, (text) => ({
      ...buckets,
      ...readLimits(text, buckets),
    }))
  },
  oneOf<const V extends string, const D extends V | null | undefined = undefined>(
    options: Omit<Options<V>, 'default'> & { values: readonly V[]; default?: D },
  ): Setting<null extends D ? V | null : V> {
    const read = (text: string) =>
      options.values.find((value) => value === text) ?? fail(`must be one of ${options.values.join(', ')}`)
    // As in plain().
    return make<V>(`one of ${options.values.join(', ')}`, options as Options<V>, read) as Setting<
      null extends D ? V | null : V
    >
  },
}

function fail(reason: string): never {
  throw new Error(reason)
}

function parts(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function isAddress(text: string): boolean {
  const port = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]):(\d{1,5})$/.exec(text)?.[1]
  return port !== undefined && Number(port) <= 65535
}

function isNetwork(text: string): boolean {
  return ipaddr.isValidCIDR(text) || ipaddr.isValid(text)
}

function readBoolean(text: string): boolean {
  if (text === '1' || text === 'true') return true
  if (text === '0' || text === 'false') return false
  return fail('must be 1 or 0')
}
