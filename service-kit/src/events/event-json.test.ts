import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createFileRegistry, fromBinary, fromJsonString, toBinary } from '@bufbuild/protobuf'
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'
import { Event } from '@gatehouse/proto/gen/events/v1/events'
import { expect } from 'chai'
import { cleanEvent } from './clean-event.ts'
import { eventJson, readEventJson } from './event-json.ts'

const plain: Event = {
  id: '1234',
  at: new Date(Date.UTC(2030, 0, 1)),
  type: 'account.sign_in',
  outcome: 'ok',
  accountId: '42',
  sessionIdHash: 'hash',
  address: '2001:db8::1',
  requestId: 'request-1',
  clientInfo: { browser: 'Firefox', os: undefined, platform: 'desktop', location: undefined },
  detail: { method: 'password' },
}
const forged = 'x\r\n{"id":"2"}\u2028\u0000\u001b[31m\u202ey'

describe('eventJson and readEventJson', () => {
  it('writes snake_case names and omits unset fields', () => {
    expect(JSON.parse(eventJson(plain))).to.deep.equal({
      id: '1234',
      at: '2030-01-01T00:00:00.000Z',
      type: 'account.sign_in',
      outcome: 'ok',
      account_id: '42',
      session_id_hash: 'hash',
      address: '2001:db8::1',
      request_id: 'request-1',
      client_info: { browser: 'Firefox', platform: 'desktop' },
      detail: { method: 'password' },
    })
  })

  it('writes JSON that parsers of protobuf JSON accept', async () => {
    const descriptors = await readFile(fileURLToPath(import.meta.resolve('@gatehouse/proto/descriptors')))
    const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, descriptors))
    const schema = registry.getMessage('gatehouse.events.v1.Event') ?? expect.fail('no such message')
    const location = { city: 'Graz', region: undefined, country: 'AT' }
    const event = { ...plain, clientInfo: { ...plain.clientInfo, location } }
    const parsed = fromJsonString(schema, eventJson(event))
    expect(Event.decode(toBinary(schema, parsed))).to.deep.equal(event)
  })

  it('reads back what it wrote', () => {
    expect(readEventJson(eventJson(plain))).to.deep.equal(plain)
    const bare = { ...plain, accountId: undefined, sessionIdHash: undefined, address: undefined }
    const least = { ...bare, requestId: '', clientInfo: undefined, detail: {} }
    expect(readEventJson(eventJson(least))).to.deep.equal(least)
  })

  it('removes line breaks and other control characters from every field', () => {
    const evil: Event = {
      ...plain,
      type: forged,
      accountId: forged,
      sessionIdHash: forged,
      address: forged,
      requestId: forged,
      clientInfo: {
        browser: forged,
        os: forged,
        platform: forged,
        location: { city: forged, region: forged, country: forged },
      },
      detail: { [forged]: forged },
    }
    const event = readEventJson(eventJson(cleanEvent(evil)))
    expect(event).not.to.equal(null)
    const texts: string[] = []
    JSON.stringify(event, (key, value) => {
      texts.push(key, ...(typeof value === 'string' ? [value] : []))
      return value
    })
    for (const text of texts) expect(text).not.to.match(/[\p{C}\p{Zl}\p{Zp}]/u)
    expect(eventJson(cleanEvent(evil))).not.to.match(/[\r\n]/)
  })

  it('limits the length without splitting a character', () => {
    const long = '😀'.repeat(100_000)
    const detail = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`${index}${long}`, long]))
    const event = { ...plain, accountId: `x${long}`, requestId: long, detail }
    const json = eventJson(cleanEvent(event))
    expect(json.length).to.be.below(16_384)
    expect(json.isWellFormed()).to.equal(true)
    expect(JSON.parse(json).account_id.isWellFormed()).to.equal(true)
  })

  const good = JSON.parse(eventJson(plain))
  for (const [name, json] of Object.entries({
    'an empty text': '',
    'invalid JSON': '{"id"',
    'an array': '[]',
    'a missing id': JSON.stringify({ ...good, id: undefined }),
    'an id with a line break': JSON.stringify({ ...good, id: '1\n2' }),
    'an id of another type': JSON.stringify({ ...good, id: 1 }),
    'a missing time': JSON.stringify({ ...good, at: undefined }),
    'an invalid time': JSON.stringify({ ...good, at: 'yesterday' }),
    'an unknown outcome': JSON.stringify({ ...good, outcome: 'maybe' }),
    'details that are not strings': JSON.stringify({ ...good, detail: { a: { b: 1 } } }),
  })) {
    it(`rejects ${name}`, () => {
      expect(readEventJson(json)).to.equal(null)
    })
  }

  it('ignores unknown fields', () => {
    expect(readEventJson(JSON.stringify({ ...good, later: { a: 1 } }))).to.deep.equal(plain)
  })
})
