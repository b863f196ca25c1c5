import { expect } from 'chai'
import { domainOf, hasForbiddenLocalPart, maskedAddress, readEmailAddress } from './email-address.ts'

const rejected: Record<string, string> = {
  'nothing at all': '',
  'no domain': 'ann',
  'no local part': '@gatehouse.test',
  'an empty domain': 'ann@',
  'a trailing dot': 'ann@gatehouse.test.',
  'a trailing ideographic dot': 'ann@gatehouse.test。',
  'a domain of one label': 'ann@localhost',
  'an empty label': 'ann@gatehouse..test',
  'a label that starts with a hyphen': 'ann@-gatehouse.test',
  'an underscore in the domain': 'ann@gate_house.test',
  'a full-width @': 'ann＠gatehouse.test',
  'a second, full-width @': 'ann@evil＠gatehouse.test',
  'an IPv4 address': 'ann@127.0.0.1',
  'a short IPv4 address': 'ann@127.1',
  'a bracketed address': 'ann@[::1]',
  'a percent-encoded domain': 'ann@g%61tehouse.test',
  'a port': 'ann@gatehouse.test:80',
  'a path': 'ann@gatehouse.test/x',
  'a quoted local part': '"ann"@gatehouse.test',
  'a local part beyond ASCII': 'änn@gatehouse.test',
  'two dots in a row': 'a..nn@gatehouse.test',
  'a leading dot': '.ann@gatehouse.test',
  'two addresses': 'ann@gatehouse.test,bob@gatehouse.test',
  'a space inside': 'an n@gatehouse.test',
  NUL: 'ann@gatehouse.test\0',
  'a header after CRLF': 'ann@gatehouse.test\r\nBcc: eve@gatehouse.test',
  'a zero-width joiner before the domain': 'ann@\u200dgatehouse.test',
  'a local part over 64 characters': `${'a'.repeat(65)}@gatehouse.test`,
  'a label over 63 characters': `ann@${'a'.repeat(64)}.test`,
}

describe('parsing of an email address', () => {
  for (const [what, typed] of Object.entries(rejected)) {
    it(`rejects ${what}`, () => expect(readEmailAddress(typed)).to.equal(null))
  }

  it('ignores white space and invisible characters at the ends, as pasted texts have them', () => {
    for (const [before, after] of [
      ['', '\n'],
      ['\u200b', ''],
      ['\u202a', '\u202c'],
      ['\ufeff \t', '\u00a0\r\n'],
    ])
      expect(readEmailAddress(`${before}ann@gatehouse.test${after}`)?.address).to.equal('ann@gatehouse.test')
  })

  it('keeps the local part as typed and has a lower-case key', () => {
    expect(readEmailAddress('Ann.Lee+news@GateHouse.TEST')).to.deep.equal({
      address: 'Ann.Lee+news@gatehouse.test',
      key: 'ann.lee+news@gatehouse.test',
    })
  })

  it('converts an international domain to A-labels, composed or not', () => {
    const composed = readEmailAddress('ann@mu\u0308nchen.example')
    expect(composed).to.deep.equal(readEmailAddress('ann@M\u00dcNCHEN.example'))
    expect(composed?.address).to.equal('ann@xn--mnchen-3ya.example')
  })

  it('trims spaces around the address', () => {
    expect(readEmailAddress('  ann@gatehouse.test ')?.address).to.equal('ann@gatehouse.test')
  })
})

describe('detection of forbidden characters in a local part', () => {
  for (const typed of [
    'a(b)@gatehouse.test',
    'a,b@gatehouse.test',
    'a\\b@B\u00fccher.example',
    '<ann>@gatehouse.test',
    'j\u00f6rg@gatehouse.test',
    'jo\u0308rg@B\u00fccher.example',
    '\u7528\u6237@gatehouse.test',
    '\u00e4,nn@gatehouse.test',
  ]) {
    it(`returns true for ${typed}`, () => {
      expect(readEmailAddress(typed)).to.equal(null)
      expect(hasForbiddenLocalPart(typed)).to.equal(true)
    })
  }

  for (const typed of [
    ...[
      'ann@gatehouse.test',
      'a,b@gatehouse',
      '@gatehouse.test',
      'a..b@gatehouse.test',
      '"a,b"@gatehouse.test',
    ],
    ...['a, b@gatehouse.test', 'ann@gatehouse.test,bob@gatehouse.test', '\u{1f600}@gatehouse.test'],
    '\u00e4\u200bnn@gatehouse.test',
  ]) {
    it(`returns false for ${typed}`, () => expect(hasForbiddenLocalPart(typed)).to.equal(false))
  }
})

describe('domain of an address', () => {
  it('is returned in A-labels', () => {
    const address = readEmailAddress('ann@M\u00dcNCHEN.example') ?? expect.fail('an address')
    expect(domainOf(address)).to.equal('xn--mnchen-3ya.example')
  })
})

describe('a masked address', () => {
  it('shows the first letter and the domain', () => {
    const addresses = ['ada@gatehouse.test', 'é@xn--bcher-kva.example', '"a@b"@gatehouse.test', '😀x@a.test']
    expect(addresses.map(maskedAddress)).to.deep.equal([
      'a•••@gatehouse.test',
      'é•••@xn--bcher-kva.example',
      '"•••@gatehouse.test',
      '😀•••@a.test',
    ])
  })
})
