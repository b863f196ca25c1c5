import { expect } from 'chai'
import { readClientLocation } from './client-location.ts'

/** As it comes out of Node: the bytes of UTF-8, each a character. */
const sent = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('latin1')

describe('X-Client-Location', () => {
  it('is decoded as UTF-8, without control characters', () => {
    const location = readClientLocation(sent({ city: ' Z\u00fcrich\u0007 ', country: 'CH', extra: 1 }))
    expect(location).to.deep.equal({ city: 'Z\u00fcrich', country: 'CH' })
  })

  it('contains nothing that is invisible or turns the text', () => {
    const city = '\u2067Za\u200bgreb\u2069\u00ad'
    expect(readClientLocation(sent({ city, country: '\u200b' }))).to.equal(undefined)
    expect(readClientLocation(sent({ city }))).to.deep.equal({ city: 'Zagreb' })
  })

  const odd: [string, string | string[] | undefined][] = [
    ['nothing', undefined],
    ['no JSON', 'Graz'],
    ['a list', sent(['Graz'])],
    ['a number for a city', sent({ city: 5 })],
    ['an empty city', sent({ city: '' })],
    ['nothing inside', sent({})],
    ['nulls alone', sent({ city: null })],
    ['a very long city', sent({ city: 'x'.repeat(101) })],
    ['a very long header', sent({ city: 'x', filler: 'x'.repeat(2000) })],
    ['invalid UTF-8', '{"city":"\xff"}'],
    ['operators', sent({ city: { $ne: null } })],
  ]
  for (const [what, header] of odd) {
    it(`is ignored if it is ${what}`, () => expect(readClientLocation(header)).to.equal(undefined))
  }
})
