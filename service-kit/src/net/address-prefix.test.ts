import { expect } from 'chai'
import { addressNetwork, addressPath, addressPrefix, parseAddress } from './address-prefix.ts'

describe('addressPrefix', () => {
  const cases: Record<string, string> = {
    '203.0.113.7': '203.0.113.7',
    '::ffff:203.0.113.7': '203.0.113.7',
    '2001:db8:1:2:3:4:5:6': '2001:db8:1:2::/64',
    '2001:DB8:1:2::1': '2001:db8:1:2::/64',
    '2001:db8:1:3::1': '2001:db8:1:3::/64',
    '': 'unknown',
    'not an address': 'unknown',
    '203.0.113.7, 10.0.0.1': 'unknown',
    [`2001:db8::1%${'x'.repeat(100)}`]: 'unknown',
  }
  for (const [address, prefix] of Object.entries(cases)) {
    it(`maps "${address}" to ${prefix}`, () => expect(addressPrefix(address)).to.equal(prefix))
  }
})

describe('addressNetwork', () => {
  const cases: Record<string, string> = {
    '203.0.113.7': '203.0.113.0/24',
    '::ffff:203.0.113.7': '203.0.113.0/24',
    '2001:db8:1:2:3:4:5:6': '2001:db8:1::/48',
    '2001:DB8:1:ffff::1': '2001:db8:1::/48',
    '2001:db8:2::1': '2001:db8:2::/48',
    '': 'unknown',
    'not an address': 'unknown',
  }
  for (const [address, network] of Object.entries(cases)) {
    it(`maps "${address}" to ${network}`, () => expect(addressNetwork(address)).to.equal(network))
  }
})

describe('addressPath', () => {
  const cases: Record<string, string[]> = {
    '203.0.113.7': ['203.0.0.0/16', '203.0.113.0/24', '203.0.113.7'],
    '::ffff:203.0.113.7': ['203.0.0.0/16', '203.0.113.0/24', '203.0.113.7'],
    '2001:db8:1:2:3:4:5:6': ['2001:db8::/32', '2001:db8:1::/48', '2001:db8:1:2::/64'],
    '': ['unknown'],
    'not an address': ['unknown'],
  }
  for (const [address, path] of Object.entries(cases)) {
    it(`maps "${address}" to ${path.join()}`, () => expect(addressPath(address)).to.deep.equal(path))
  }
})

describe('parseAddress', () => {
  it('returns the same for the same text, and the canonical text for each form of an address', () => {
    const forms = ['2001:db8::1', '2001:DB8:0:0:0:0:0:1', '2001:0db8::0001']
    for (const form of [...forms, ...forms]) expect(parseAddress(form)?.text).to.equal('2001:db8::1')
    expect(parseAddress('::ffff:203.0.113.7')?.text).to.equal('203.0.113.7')
    expect(parseAddress('2001:db8::1')).to.equal(parseAddress('2001:db8::1'))
    for (const invalid of ['', 'x', '2001:db8::1::', '203.0.113.256'])
      expect(parseAddress(invalid)).to.equal(null)
  })
})
