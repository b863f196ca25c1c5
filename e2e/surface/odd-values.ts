import type { JsonType } from '@gatehouse/service-kit/testing/json-schema'

/** What an attacker sends to inject a query, by JSON type. */
const oddValues: [JsonType, unknown][] = [
  ['object', { $ne: null }],
  ['object', { $gt: '' }],
  ['object', { $where: 'sleep(1000)' }],
  ['object', { $regex: '.*' }],
  ['array', []],
  ['array', [['a']]],
  ['array', ['a', { $ne: 'a' }]],
  ['number', 12.5],
  ['integer', 7],
  ['boolean', true],
  ['string', '{"$ne":null}'],
  ['null', null],
]

/**
 * An odd value of each type that a field of these types rejects; a field of another number gets others. An empty string counts as
 * null if the field is nullable.
 */
export function valuesOfOtherTypes(types: ReadonlySet<JsonType>, fieldNumber: number): unknown[] {
  const others = [...Map.groupBy(oddValues, ([type]) => type)].filter(
    ([type]) => !types.has(type) && !(type === 'integer' && types.has('number')),
  )
  const empty = types.has('string') && !types.has('null') ? [''] : []
  return [...others.map(([, values]) => values[fieldNumber % values.length]?.[1]), ...empty]
}

/** Bodies that are not JSON, or that two parsers read differently. */
export const oddJson: Record<string, string | Buffer> = {
  'broken JSON': '{"a":',
  'a duplicate key': '{"name":"a","name":"b"}',
  __proto__: '{"__proto__":{"polluted":true}}',
  constructor: '{"constructor":{"prototype":{"polluted":true}}}',
  'a comment': '{/*a*/}',
  'white space alone': ' \r\n',
  'more depth than anybody needs': `${'{"a":'.repeat(70)}1${'}'.repeat(70)}`,
  'no UTF-8': Buffer.from('{"name":"\xff"}', 'latin1'),
}

/** Content types and encodings that no route accepts. */
export const oddTypes: Record<string, string>[] = [
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-type': 'application/json; charset=latin1' },
  { 'content-type': 'application/jsonx' },
  { 'content-type': 'json; =' },
  { 'content-type': 'application/json', 'content-encoding': 'gzip' },
]

/** Content types and encodings that routes for forms do not accept. */
export const typesOfNoForm = oddTypes.filter((type) => !type['content-type']?.includes('urlencoded'))

/** Invalid ids, as in a path. */
export const oddIds = [
  'abc',
  '01',
  '-1',
  '1.5',
  '1e3',
  '0x1',
  '%20',
  '$ne',
  '9223372036854775808',
  '%00',
  '%25',
  '%252e',
  '1%2F2',
]

/** Fields that no client may set. */
export const forbiddenFields = {
  id: '1',
  user_id: '1',
  account_id: '1',
  flags: '64',
  mfa: false,
  mfa_enabled: true,
  verified: true,
  administrator: true,
  status: 'active',
  password_hash: 'x',
  created_at: '2000-01-01T00:00:00.000Z',
  'email.$ne': 1,
  $set: { administrator: true },
  'a.b': { $gt: '' },
}

/** A copy of a value with another value at one path. */
export function replaced(value: unknown, [name, ...rest]: string[], by: unknown): unknown {
  if (name === undefined) return by
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === name ? replaced(item, rest, by) : item))
  return { ...Object(value), [name]: replaced(Object(value)[name], rest, by) }
}

export const readHeaders = [
  ...['accept-encoding', 'authorization', 'content-encoding', 'content-type', 'cookie', 'if-none-match'],
  ...['origin', 'user-agent', 'x-captcha-token', 'x-captcha-type', 'x-client-location', 'x-forwarded-for'],
  ...[
    'idempotency-key',
    'x-handoff-secret',
    'x-request-id',
    'x-github-event',
    'x-github-delivery',
    'x-hub-signature-256',
  ],
  ...['sentry-hook-resource', 'sentry-hook-signature', 'sentry-hook-timestamp', 'request-id'],
]

/** Values of almost 15 KB that are slow for a parser with backtracking. */
export const longHeaderValues: Record<string, string> = {
  spaces: `application/json${' '.repeat(14_500)}x`,
  commas: `a${','.repeat(14_500)}`,
  quotes: `a="${'"'.repeat(14_500)}`,
}
