import { expect } from 'chai'
import { ServiceError } from '../errors/service-error.ts'
import { type ReadJsonOptions, readJson } from './read-json.ts'

function problem(input: Uint8Array | string, options?: ReadJsonOptions): number {
  try {
    readJson(input, options)
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'MALFORMED_JSON') return Number(error.data.position)
    throw error
  }
  throw new Error(`Expected a refusal of ${input.slice(0, 50)}.`)
}

const odd = [
  ...[
    '{"a":1,}',
    '[1,]',
    '01',
    '1.',
    '.5',
    '+1',
    '-',
    '1e',
    '"\t"',
    '"\\x"',
    '"\\u12"',
    'nul',
    'NaN',
    '{a:1}',
  ],
  ...["{'a':1}", '[1 2]', '{"a" 1}', '"abc', '[', '{', '', '  ', '1 2', '//c\n1', '/**/1', '\u00a01', '[}'],
  ...[
    '"\u2028"',
    '{"a":1 "b":2}',
    '[,1]',
    '[1,,2]',
    '{,}',
    'truefalse',
    'true false',
    '"\u0000"',
    '-0',
    '1E5',
  ],
  ...[
    '1e+5',
    '-01',
    '0x1',
    '"\\ud800"',
    '{"a":}',
    '{"a"}',
    '{1:2}',
    ']',
    '}',
    '{"":1}',
    '\v1',
    '\f1',
    '"\x7f"',
  ],
  ...[
    'tru',
    '"\\',
    '[1]x',
    '\\u0031',
    '"a\nb"',
    '1_000',
    '1e5.5',
    '--1',
    '{"a":1}}',
    '[[1]',
    '1e400',
    '{"a":[]}',
  ],
  ...[
    ' \r\n\t1 ',
    '"\\u0041\\n\\/"',
    'null',
    'true',
    '""',
    '[]',
    '{}',
    '123456789012345',
    '-1.5e-3',
    '\ud83d',
    '"é"',
  ],
]

describe('readJson', () => {
  it('accepts and refuses exactly what JSON.parse does', () => {
    for (const text of odd) {
      let expected: unknown
      try {
        expected = JSON.parse(text)
      } catch {
        expect(problem(text), text).to.be.a('number')
        continue
      }
      expect(readJson(text), text).to.deep.equal(expected)
    }
  })

  it('tells the byte at which a body stops being JSON', () => {
    expect(problem('{"é":1,}')).to.equal(8)
    expect(problem('')).to.equal(0)
    expect(problem('[1,2')).to.equal(4)
  })

  it('keeps whole numbers past 2^53 digit by digit, as text', () => {
    expect(readJson('[9007199254740993, -9223372036854775808, 9007199254740991, 1.5, 1e30]')).to.deep.equal([
      '9007199254740993',
      '-9223372036854775808',
      9007199254740991,
      1.5,
      1e30,
    ])
  })

  it('refuses duplicate keys, also when one is written with an escape', () => {
    expect(problem('{"a":1,"a":1}')).to.equal(7)
    expect(problem('{"a":1,"\\u0061":1}')).to.equal(7)
    expect(readJson('[{"a":1},{"a":1}]')).to.deep.equal([{ a: 1 }, { a: 1 }])
  })

  it('refuses __proto__ and constructor at any depth, however written', () => {
    for (const key of ['__proto__', 'constructor', '\\u005f_proto__']) {
      expect(problem(`{"a":[{"${key}":{"admin":true}}]}`)).to.equal(7)
    }
    expect(readJson('["__proto__"]')).to.deep.equal(['__proto__'])
  })

  it('refuses more than 64 levels without running out of stack', () => {
    expect(readJson('['.repeat(64) + ']'.repeat(64))).to.be.an('array')
    expect(problem('['.repeat(65) + ']'.repeat(65))).to.equal(64)
    expect(problem('{"a":'.repeat(100_000))).to.equal(64 * 5)
  })

  it('refuses more than 100,000 keys', () => {
    const keys = (count: number) => `{${Array.from({ length: count }, (_, n) => `"${n}":0`).join()}}`
    expect(readJson(keys(100_000))).to.have.property('99999', 0)
    expect(problem(keys(100_001))).to.be.above(100_000)
  })

  it('refuses invalid UTF-8 and tells where', () => {
    expect(problem(Buffer.from([0x22, 0x61, 0xff, 0x22]))).to.equal(2)
    expect(problem(Buffer.from([0x22, 0xe2, 0x82, 0x22]))).to.equal(3)
    expect(readJson(Buffer.from('\ufeff"€"'))).to.equal('€')
  })

  describe('of foreign senders', () => {
    const foreign = { foreign: true }

    it('drops dangerous keys and lets the last duplicate win', () => {
      const value = readJson('{"a":1,"__proto__":{"x":[1]},"constructor":2,"a":{"b":3}}', foreign)
      expect(value).to.deep.equal({ a: { b: 3 } })
      expect(Object.getPrototypeOf(value)).to.equal(Object.prototype)
    })

    it('replaces invalid UTF-8', () => {
      expect(readJson(Buffer.from([0x22, 0xff, 0x22]), foreign)).to.equal('\ufffd')
    })

    it('holds the limits of depth and keys all the same', () => {
      expect(problem('['.repeat(65), foreign)).to.equal(64)
      expect(problem('{"a":0,"b":0}', { ...foreign, maxKeys: 1 })).to.equal(7)
      expect(problem('{"a":0,"a":0}', { ...foreign, maxKeys: 1 })).to.equal(7)
    })
  })
})
