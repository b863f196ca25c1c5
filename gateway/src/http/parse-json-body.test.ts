import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { expect } from 'chai'
import { parseJsonBody } from './parse-json-body.ts'

const read = (contentType: string) => parseJsonBody(Buffer.from('{"a":1}'), { 'content-type': contentType })

describe('the content type of a JSON body', () => {
  const accepted = [
    'application/json',
    'Application/JSON ; charset="UTF-8"',
    'application/json;charset=utf-8;',
    'application/json; profile="a;charset=latin1"; charset=utf-8',
    'application/json; version=1; =; flag',
  ]
  for (const type of accepted) it(`is accepted: ${type}`, () => expect(read(type)).to.deep.equal({ a: 1 }))

  const rejected = [
    '',
    'application/jsonx',
    'application/json text',
    'json',
    '; charset=utf-8',
    'application /json',
    'text/plain, application/json',
    'application/json; charset=latin1',
    'application/json; charset=latin1; charset=utf-8',
  ]
  for (const type of rejected) {
    it(`is rejected: "${type}"`, () =>
      expect(() => read(type))
        .to.throw(ServiceError)
        .with.property('code', 'UNSUPPORTED_MEDIA_TYPE'))
  }
})

describe('a JSON body', () => {
  const headers = { 'content-type': 'application/json' }

  it('is an empty object if it is empty, whatever its content type', () => {
    for (const type of ['application/json', 'text/odd', '; ='])
      expect(parseJsonBody(Buffer.alloc(0), { 'content-type': type })).to.deep.equal({})
    expect(parseJsonBody(Buffer.alloc(0), {})).to.deep.equal({})
  })

  for (const blank of [' ', '\r\n\t ', ' '.repeat(1000)]) {
    it(`is malformed if it is ${blank.length} characters of white space`, () => {
      expect(() => parseJsonBody(Buffer.from(blank), headers))
        .to.throw(ServiceError)
        .that.deep.includes({ code: 'MALFORMED_JSON', data: { position: blank.length } })
    })
  }
})
