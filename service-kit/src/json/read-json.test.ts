import { expect } from 'chai'
import { oddTexts } from '../../testing/json-texts.ts'
import { ServiceError } from '../errors/service-error.ts'
import { type ReadJsonOptions, readJson } from './read-json.ts'

const rejection = (input: Buffer | string, options?: ReadJsonOptions): unknown => {
  try {
    return { accepted: readJson(input, options) }
  } catch (error) {
    if (error instanceof ServiceError) return { code: error.code, ...error.data }
    throw error
  }
}
const malformedAt = (position: number) => ({ code: 'MALFORMED_JSON', position })
const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const manyKeys = (count: number) =>
  `{${Array.from({ length: count }, (_, index) => `"k${index}":0`).join(',')}}`

describe('readJson', () => {
  describe('of API clients', () => {
    it('returns the offset of a syntax error', () => {
      expect(rejection('{"a":1,}')).to.deep.equal(malformedAt(7))
      expect(rejection('{"ä":tru}')).to.deep.equal(malformedAt(6))
      expect(rejection('')).to.deep.equal(malformedAt(0))
      expect(rejection('{"a":1} x')).to.deep.equal(malformedAt(8))
    })

    it('rejects a duplicate key at any depth, also with escapes', () => {
      expect(rejection('{"a":1,"a":2}')).to.deep.equal(malformedAt(7))
      expect(rejection('{"x":[{"a":1,"\\u0061":2}]}')).to.deep.equal(malformedAt(13))
      expect(rejection('{"a":{"b":1},"c":{"b":1},"b":[{"a":1},{"a":1}]}')).to.have.property('accepted')
      expect(rejection('{"a":{"a":{"a":1}},"b":"a"}')).to.have.property('accepted')
    })

    it('rejects __proto__ and constructor as keys, and only as keys', () => {
      expect(rejection('{"__proto__":1}')).to.deep.equal(malformedAt(1))
      expect(rejection('{"a":[{"\\u005f_proto__":{}}]}')).to.deep.equal(malformedAt(7))
      expect(rejection('{"constructor":null}')).to.deep.equal(malformedAt(1))
      expect(rejection('{"a":"__proto__","b":["constructor"],"prototype":1}')).to.have.property('accepted')
    })

    it('rejects invalid UTF-8 with its offset', () => {
      expect(rejection(Buffer.from([0x22, 0x61, 0xff, 0x22]))).to.deep.equal(malformedAt(2))
      expect(rejection(Buffer.from([0x22, 0xc3, 0x28, 0x22]))).to.deep.equal(malformedAt(1))
      expect(rejection(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]))).to.deep.equal(malformedAt(1))
      expect(readJson(Buffer.from('"\u{FFFD}ä\u{1F600}"'))).to.equal('\u{FFFD}ä\u{1F600}')
    })
  })

  describe('of webhook senders (lenient)', () => {
    const lenient = { lenient: true }

    it('takes the last of duplicate keys', () => {
      expect(readJson('{"a":1,"a":2}', lenient)).to.deep.equal({ a: 2 })
    })

    it('deletes __proto__ and constructor', () => {
      const value = readJson(
        '{"a":[{"__proto__":{"x":1},"b":1}],"\\u0063onstructor":{"prototype":{}},"c":"__proto__"}',
        lenient,
      )
      expect(value).to.deep.equal({ a: [{ b: 1 }], c: '__proto__' })
      expect(Object.hasOwn(Object(value).a[0], '__proto__')).to.equal(false)
      expect(({} as { x?: number }).x).to.equal(undefined)
    })

    it('replaces invalid bytes by U+FFFD', () => {
      expect(readJson(Buffer.from([0x22, 0x61, 0xff, 0x22]), lenient)).to.equal('a\u{FFFD}')
    })

    it('ignores a byte order mark, which is an error for API clients', () => {
      const marked = Buffer.from('\ufeff{"a":1}')
      expect(readJson(marked, lenient)).to.deep.equal({ a: 1 })
      expect(rejection(marked)).to.deep.equal(malformedAt(0))
    })

    it('rejects syntax errors', () => {
      expect(rejection('{"a":}', lenient)).to.deep.equal(malformedAt(5))
    })
  })

  describe('with control characters in strings', () => {
    const options = { lenient: true, rawControls: true }
    const raw = (text: string) =>
      text.replace(/\\(.)/g, (all, kind) => ('nrt'.includes(kind) ? JSON.parse(`"${all}"`) : all))

    it('reads line feeds, carriage returns and tabs as if they were escaped', () => {
      const units = ['\n', '\r', '\t', '"', '\\', 'é', '{']
      const pairs = units.flatMap((one) => units.map((other) => one + other))
      const texts = pairs.flatMap((one) => pairs.map((other) => one + other))
      const parts = Object.fromEntries(texts.map((text, index) => [text, [text, index, { [text]: text }]]))
      for (const indent of [0, 1, '\t'])
        expect(readJson(raw(JSON.stringify(parts, null, indent)), options)).to.deep.equal(parts)
      const escaped = '{"a\nb":"\\\\\n\\"\t","id":12345678901234567890}'
      expect(readJson(escaped, options)).to.deep.equal({ 'a\nb': '\\\n"\t', id: '12345678901234567890' })
    })

    it('rejects them without the option, and others with it', () => {
      expect(rejection('{"a":"b\nc"}', { lenient: true })).to.deep.equal(malformedAt(7))
      for (const other of ['\0', '\b', '\f', '\u001b'])
        expect(rejection(`{"a":"b\n${other}"}`, options)).to.deep.equal(malformedAt(8))
    })

    it('returns the offset of another error in the bytes that were sent', () => {
      expect(rejection('{"a":"\n\t\r","b":}', options)).to.deep.equal(malformedAt(15))
      expect(rejection('{"a":"\n', options)).to.deep.equal(malformedAt(7))
      expect(rejection('{"a":tru,"b":"\n"}', options)).to.deep.equal(malformedAt(5))
    })
  })

  for (const lenient of [false, true]) {
    describe(`with lenient: ${lenient}`, () => {
      it('accepts 64 levels and rejects 65', () => {
        expect(rejection(deep(64), { lenient })).to.have.property('accepted')
        expect(rejection(deep(65), { lenient })).to.deep.equal(malformedAt(64))
        expect(rejection('{"a":'.repeat(65), { lenient })).to.deep.equal(malformedAt(64 * 5))
        expect(rejection('['.repeat(1_000_000), { lenient })).to.deep.equal(malformedAt(64))
        expect(rejection(`[${deep(63)},${deep(63)}]`, { lenient })).to.have.property('accepted')
      })

      it('accepts 100,000 keys and rejects one more', () => {
        expect(rejection(manyKeys(100_000), { lenient })).to.have.property('accepted')
        expect(rejection(manyKeys(100_001), { lenient })).to.have.property('code', 'MALFORMED_JSON')
      })

      it('accepts 1,000,000 values and rejects one more', () => {
        const items = (count: number) => `[${'[0],"a,",true,'.repeat(count / 4)}-1]`
        expect(rejection(items(999_996), { lenient })).to.have.property('accepted')
        expect(rejection(items(1_000_000), { lenient })).to.deep.equal({
          code: 'PAYLOAD_TOO_LARGE',
          limit: 1_000_000,
        })
      })

      it('returns the offset of an error after a large integer', () => {
        expect(rejection('[12345678901234567890,}', { lenient })).to.deep.equal(malformedAt(22))
      })

      it('returns integers above 2^53 as strings', () => {
        const text =
          '{"id":12345678901234567890,"n":[-9007199254740993,9007199254740991,9007199254740992],"f":1.12345678901234567890,"e":1e30,"s":"12345678901234567890","a":{"b":1234567890123456789}}'
        expect(readJson(text, { lenient })).to.deep.equal({
          id: '12345678901234567890',
          n: ['-9007199254740993', 9007199254740991, '9007199254740992'],
          f: 1.1234567890123457,
          e: 1e30,
          s: '12345678901234567890',
          a: { b: '1234567890123456789' },
        })
        expect(readJson('12345678901234567890', { lenient })).to.equal('12345678901234567890')
      })

      it('does not make invalid JSON valid by quoting a number', () => {
        for (const text of [
          '{12345678901234567890:1}',
          '[012345678901234567890]',
          '[12345678901234567890abc]',
          '[--12345678901234567890]',
        ]) {
          expect(rejection(text, { lenient }), text).to.have.property('code', 'MALFORMED_JSON')
        }
      })

      it('accepts and rejects the same texts as JSON.parse', () => {
        for (const text of oddTexts) {
          const expected = attempt(() => JSON.parse(text))
          const actual = attempt(() => readJson(text, { lenient }))
          expect(actual, JSON.stringify(text)).to.deep.equal(expected)
        }
      })

      it('reports a position within the body for everything it rejects', () => {
        for (const text of oddTexts) {
          const { position } = rejection(text, { lenient }) as { position?: number }
          if (position !== undefined) expect(position, text).to.be.within(0, Buffer.byteLength(text))
        }
      })
    })
  }
})

function attempt(read: () => unknown): unknown {
  try {
    return { value: read() }
  } catch {
    return 'refused'
  }
}
