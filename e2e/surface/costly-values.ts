import type { Field, JsonType } from '@gatehouse/service-kit/testing/json-schema'

/** Fills a body of this many bytes. */
type Costly = (bytes: number) => unknown

const many = (bytes: number, item: unknown): unknown[] =>
  Array(Math.floor(bytes / (JSON.stringify(item).length + 1))).fill(item)
const repeated = (text: string) => (bytes: number) =>
  text.repeat(Math.floor(bytes / Buffer.byteLength(JSON.stringify(text).slice(1, -1))))
const keys = (bytes: number, name: (index: number) => string, value: unknown = 0) => {
  const size = JSON.stringify(name(1000)).length + JSON.stringify(value).length + 2
  return Object.fromEntries(
    Array.from({ length: Math.floor(bytes / size) }, (_, index) => [name(index), value]),
  )
}
const nested = (depth: number, wrap: (inner: unknown) => unknown) => {
  let value: unknown = 'a'
  for (let level = 0; level < depth; level += 1) value = wrap(value)
  return value
}

const texts: Record<string, Costly> = {
  letters: repeated('a'),
  quotes: repeated('"'),
  'control characters': repeated('\u0001'),
  'marks in turn': repeated('\u0301\u0323'),
  emoji: repeated('🦊'),
  spaces: repeated(' '),
  'line breaks': repeated('a\n'),
  brackets: repeated('['),
  'stars and letters': repeated('**a** '),
  links: repeated('<http://a|b>'),
  tags: repeated('<a'),
  'host names': repeated('a.'),
  addresses: repeated('a@b.c '),
  digits: repeated('1'),
}

/** What is expensive for each type of JSON, whether the field accepts it or not. */
const costly: Partial<Record<JsonType, Record<string, Costly>>> = {
  array: {
    numbers: (bytes) => many(bytes, 0),
    'empty objects': (bytes) => many(bytes, {}),
    'empty lists': (bytes) => many(bytes, []),
    'empty texts': (bytes) => many(bytes, ''),
    'null items': (bytes) => many(bytes, null),
    'nested lists': (bytes) =>
      many(
        bytes,
        nested(50, (inner) => [inner]),
      ),
  },
  object: {
    keys: (bytes) => keys(bytes, (index) => `${index}`),
    'long keys': (bytes) => keys(bytes, (index) => `${index}`.padEnd(1000, 'k')),
    'keys of quotes': (bytes) => keys(bytes, (index) => `${'"'.repeat(100)}${index}`),
    'keys of emoji': (bytes) => keys(bytes, (index) => `${'🦊'.repeat(100)}${index}`),
    'keys with objects': (bytes) => keys(bytes, (index) => `${index}`, {}),
    depth: () => nested(60, (inner) => ({ a: inner })),
  },
  string: texts,
}

export type CostlyValue = { what: string; isText: boolean; fill: Costly }

/** The expensive values of the types of a field. */
export function costlyValues({ types }: Field): CostlyValue[] {
  return (['array', 'object', 'string'] as const)
    .filter((type) => types.has(type))
    .flatMap((type) =>
      Object.entries(costly[type] ?? {}).map(([kind, fill]) => ({
        what: `${type} of ${kind}`,
        isText: type === 'string',
        fill,
      })),
    )
}
