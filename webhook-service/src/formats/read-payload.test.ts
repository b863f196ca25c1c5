import { expect } from 'chai'
import { readPayload } from './read-payload.ts'

const text = 'café – déjà vu'
const json = JSON.stringify({ text })
const latin1 = Buffer.from(JSON.stringify({ text: 'café' }), 'latin1')

describe('readPayload', () => {
  for (const [contentType, bytes, expected] of [
    ['application/json', Buffer.from(json), text],
    ['application/json; charset=utf-8', Buffer.from(json), text],
    ['application/json; charset=iso-8859-1', latin1, 'café'],
    ['text/plain;charset="Windows-1252"', latin1, 'café'],
    ['application/x-www-form-urlencoded; charset=latin1', latin1, 'café'],
    ['application/json; charset=utf-16le', Buffer.from(json, 'utf16le'), text],
    ['application/vnd.acme+json; charset=UTF-16', Buffer.from(`\ufeff${json}`, 'utf16le'), text],
    ['application/json; charset=shift_jis', Buffer.from('7b2274657874223a2293fa227d', 'hex'), '日'],
    // Declared by senders that nevertheless write UTF-8.
    ['application/json; charset=iso-8859-1', Buffer.from(json), text],
    ['application/json; charset=us-ascii', Buffer.from(json), text],
    ['application/json; charset=unknown-1', Buffer.from(json), text],
    ['application/json; charset', Buffer.from(json), text],
    // Neither UTF-8 nor what is declared.
    ['application/json', latin1, 'caf\ufffd'],
    ['application/json; charset=utf-8', latin1, 'caf\ufffd'],
    ['application/json; charset=unknown-1', latin1, 'caf\ufffd'],
  ] as const)
    it(`reads ${contentType}: ${bytes.length} bytes`, () => {
      expect(readPayload(contentType, bytes)).to.deep.equal({ text: expected })
    })

  it('rejects a body that is JSON only in another character set', () => {
    expect(() => readPayload('application/json; charset=utf-16le', Buffer.from(json))).to.throw()
    expect(() => readPayload('application/json', Buffer.from(json, 'utf16le'))).to.throw()
  })

  it('reads an empty body of any character set as an empty object', () => {
    expect(readPayload('application/json; charset=utf-16', Buffer.alloc(0))).to.deep.equal({})
  })
})
