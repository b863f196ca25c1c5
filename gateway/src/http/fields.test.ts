import { parseFields } from '@gatehouse/service-kit/fields/field-problems'
import {
  listOf,
  nullable,
  queryFlag,
  queryInteger,
  secretText,
  snowflake,
  text,
} from '@gatehouse/service-kit/fields/fields'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { z } from 'zod'
import { PasswordType } from '../schemas/common.ts'

async function problems(schema: z.ZodType, value: unknown): Promise<[string, string, string][]> {
  const error = await rejected((async () => parseFields(schema, value))())
  return error.fields.map(({ path, code, message }) => [path, code, message])
}
const codes = async (schema: z.ZodType, value: unknown) =>
  (await problems(schema, value)).map(([, code]) => code)

describe('field types', () => {
  it('accept ids as text or exact numbers and return text', () => {
    for (const [sent, id] of [
      ['0', '0'],
      ['9223372036854775807', '9223372036854775807'],
      [42, '42'],
      [Number.MAX_SAFE_INTEGER, '9007199254740991'],
    ]) {
      expect(parseFields(snowflake, sent)).to.equal(id)
    }
  })

  it('reject invalid ids', async () => {
    for (const odd of ['', '01', '-1', '1.0', ' 1', '1e3', 1.5, -1, 2 ** 53, null, {}, [], true, '٣']) {
      expect(await codes(snowflake, odd), String(odd)).to.deep.equal(['INVALID_SNOWFLAKE_FORMAT'])
    }
    expect(await codes(snowflake, '9223372036854775808')).to.deep.equal(['SNOWFLAKE_OUT_OF_RANGE'])
    expect(await codes(snowflake, undefined)).to.deep.equal(['REQUIRED'])
  })

  it('normalize text and count code points', async () => {
    const name = text({ min: 1, max: 3 })
    expect(parseFields(name, '\u202e a\u0000b\n \u000c')).to.equal('ab')
    expect(parseFields(name, '😀😀😀')).to.equal('😀😀😀')
    expect(parseFields(name, '\ud83da\ude00')).to.equal('a')
    expect(await problems(name, 'abcd')).to.deep.equal([
      ['root', 'STRING_LENGTH_INVALID', 'Must be between 1 and 3 characters long.'],
    ])
    expect(await codes(name, ' \u0000 ')).to.deep.equal(['STRING_LENGTH_INVALID'])
  })

  it('do not change secrets', () => {
    expect(parseFields(secretText({ min: 1, max: 9 }), ' a\u0000\u202e ')).to.equal(' a\u0000\u202e ')
  })

  it('reject a secret that UTF-8 cannot encode', async () => {
    for (const secret of [PasswordType, secretText({ min: 1, max: 9 })]) {
      expect(await codes(secret, 'abcdefg\ud800')).to.deep.equal(['INVALID_FORMAT'])
      expect(parseFields(secret, 'abcdefg\ufffd')).to.equal('abcdefg\ufffd')
    }
  })

  it('treat an empty text as null in nullable fields', () => {
    const field = nullable(text({ min: 1, max: 3 }))
    expect([parseFields(field, ''), parseFields(field, null), parseFields(field, 'a')]).to.deep.equal([
      null,
      null,
      'a',
    ])
  })

  it('limit lists and report the invalid item', async () => {
    const list = z.object({ ids: listOf(snowflake, { min: 0, max: 2 }) })
    expect(await problems(list, { ids: ['1', '2', '3'] })).to.deep.equal([
      ['ids', 'ARRAY_LENGTH_INVALID', 'Must contain between 0 and 2 items.'],
    ])
    expect((await problems(list, { ids: ['1', 'x'] }))[0]?.slice(0, 2)).to.deep.equal([
      'ids.1',
      'INVALID_SNOWFLAKE_FORMAT',
    ])
    expect(await codes(list, { ids: { length: 1 } })).to.deep.equal(['INVALID_FORMAT'])
  })

  it('check the length of a list before its items', async () => {
    let parsed = 0
    const item = z.any().transform(() => {
      parsed += 1
    })
    for (const list of [
      listOf(item, { min: 0, max: 2 }).describe('Items.'),
      listOf(item, { min: 0, max: 2 }).optional(),
      listOf(item, { min: 0, max: 2 }).default([]),
      nullable(listOf(item, { min: 0, max: 2 })),
    ]) {
      const fields = z.object({ items: list, others: listOf(item, { min: 1, max: 2 }) })
      expect(await problems(fields, { items: Array(130_000).fill({}), others: [] })).to.deep.equal([
        ['items', 'ARRAY_LENGTH_INVALID', 'Must contain between 0 and 2 items.'],
        ['others', 'ARRAY_LENGTH_INVALID', 'Must contain between 1 and 2 items.'],
      ])
    }
    expect(parsed).to.equal(0)
  })

  it('report at most 100 problems', async () => {
    const keys = Array.from({ length: 60 }, (_, index) => [`key ${index}`, 0] as const)
    const rules = Array.from({ length: 50 }, () => Object.fromEntries(keys))
    const found = await problems(listOf(z.strictObject({}), { min: 0, max: 50 }), rules)
    expect(found).to.have.lengthOf(100)
    expect(found[99]?.slice(0, 2)).to.deep.equal(['1.key 39', 'FIELD_NOT_ALLOWED'])
  })

  it('parse integers of a query strictly, and booleans in any case', async () => {
    const limit = queryInteger({ min: 1, max: 100 })
    expect(parseFields(limit, '100')).to.equal(100)
    for (const odd of ['', 'x', '1.5', '1e1', ' 1', ['1', '2']]) {
      expect(await codes(limit, odd)).to.deep.equal(['INVALID_INTEGER_FORMAT'])
    }
    for (const odd of ['0', '101', '-5'])
      expect(await codes(limit, odd)).to.deep.equal(['NUMBER_OUT_OF_RANGE'])
    expect([parseFields(queryFlag, 'true'), parseFields(queryFlag, 'false')]).to.deep.equal([true, false])
    for (const yes of ['1', 'True', 'TRUE']) expect(parseFields(queryFlag, yes)).to.equal(true)
    for (const no of ['0', 'False']) expect(parseFields(queryFlag, no)).to.equal(false)
    for (const odd of ['', '2', 'yes', ' true', ['true', 'true']]) {
      expect(await codes(queryFlag, odd)).to.deep.equal(['INVALID_BOOLEAN'])
    }
  })
})
