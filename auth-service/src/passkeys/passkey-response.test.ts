import { expect } from 'chai'
import { readAssertion, readRegistration } from './passkey-response.ts'

const clientDataJSON = Buffer.from('{"type":"webauthn.get"}').toString('base64url')
const assertion = { clientDataJSON, authenticatorData: 'AA-_', signature: 'AA' }
const registration = { clientDataJSON, attestationObject: 'AA' }
const credential = (response: object, more: object = {}) =>
  JSON.stringify({ id: 'a-_', rawId: 'a-_', type: 'public-key', response, ...more })

describe('responses of passkey managers', () => {
  for (const [name, userHandle] of [
    ['none', undefined],
    ['null', null],
    ['an empty text', ''],
  ] as const)
    it(`may have ${name} as user handle`, () => {
      expect(readAssertion(credential({ ...assertion, userHandle }))?.response).to.deep.equal(assertion)
    })

  for (const [name, more] of Object.entries({
    'no raw id': { rawId: undefined },
    'null as raw id': { rawId: null },
    'no type': { type: undefined },
    'null as type': { type: null },
    'extension results of another form': { clientExtensionResults: [] },
    'an attachment of another form': { authenticatorAttachment: '' },
  }))
    it(`may have ${name}`, () => {
      const expected = { id: 'a-_', rawId: 'a-_', type: 'public-key' }
      expect(readAssertion(credential(assertion, more))).to.deep.include(expected)
      expect(readRegistration(credential(registration, more))).to.deep.include(expected)
    })

  for (const [embedding, isAccepted] of [
    [{}, true],
    [{ crossOrigin: false }, true],
    [{ crossOrigin: null, topOrigin: null }, true],
    [{ crossOrigin: true }, false],
    [{ crossOrigin: 'true' }, false],
    [{ crossOrigin: false, topOrigin: 'https://elsewhere.example' }, false],
  ] as const)
    it(`are ${isAccepted ? 'accepted' : 'rejected'} with ${JSON.stringify(embedding)}`, () => {
      const data = Buffer.from(JSON.stringify({ type: 'webauthn.get', ...embedding })).toString('base64url')
      expect(readAssertion(credential({ ...assertion, clientDataJSON: data })) !== null).to.equal(isAccepted)
      const made = readRegistration(credential({ ...registration, clientDataJSON: data }))
      expect(made !== null).to.equal(isAccepted)
    })

  it('may be padded, broken into lines, and use the alphabet of base64', () => {
    const read = readAssertion(
      credential(
        { ...assertion, authenticatorData: 'AA\r\n+/\n', signature: 'AA==\n', userHandle: 'MTU0MQ==' },
        { id: 'a+/=', rawId: 'a+/=' },
      ),
    )
    expect(read).to.deep.include({ id: 'a-_', rawId: 'a-_' })
    expect(read?.response).to.deep.equal({ ...assertion, userHandle: 'MTU0MQ' })
  })

  for (const transports of [undefined, null, [], ['hybrid', 'internal']])
    it(`may have ${JSON.stringify(transports)} as transports`, () => {
      const read = readRegistration(credential({ ...registration, transports }))
      expect(read?.response.transports).to.deep.equal(transports ?? [])
    })

  for (const [name, more] of Object.entries({
    'three signs of padding': { id: 'a===' },
    'padding inside': { id: 'a=b' },
    'an empty id': { id: '' },
    'an id of more than 1023 bytes': { id: 'a'.repeat(1365) },
    'another type': { type: 'password' },
    'an empty type': { type: '' },
    'an empty raw id': { rawId: '' },
    'a raw id of another form': { rawId: {} },
    'no response': { response: null },
  }))
    it(`are rejected with ${name}`, () => {
      expect(readAssertion(credential(assertion, more))).to.equal(null)
      expect(readRegistration(credential(registration, more))).to.equal(null)
    })

  for (const transports of [['x'.repeat(33)], Array(11).fill('usb'), 'usb', [1], [null], {}])
    it(`have no transports if they are ${JSON.stringify(transports).slice(0, 20)}`, () => {
      const read = readRegistration(credential({ ...registration, transports }))
      expect(read?.response.transports).to.deep.equal([])
    })
})
