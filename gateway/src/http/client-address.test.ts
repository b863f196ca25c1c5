import { expect } from 'chai'
import { clientAddress, trustedProxies } from './client-address.ts'

const proxies = trustedProxies(['10.0.0.0/8', '2001:db8:ffff::/48', '192.0.2.1'])
const nobody = trustedProxies([])

describe('clientAddress', () => {
  const cases: [string, string | undefined, string, string][] = [
    ['ignores the header of an untrusted socket', '1.2.3.4', '203.0.113.9', '203.0.113.9'],
    ['uses the header of a trusted proxy', '203.0.113.9', '10.0.0.1', '203.0.113.9'],
    [
      'uses the last address before the trusted proxies',
      '6.6.6.6, 203.0.113.9, 10.2.2.2',
      '10.0.0.1',
      '203.0.113.9',
    ],
    ['uses the first address if all are trusted proxies', '10.3.3.3, 10.2.2.2', '10.0.0.1', '10.3.3.3'],
    ['uses the socket without a header', undefined, '10.0.0.1', '10.0.0.1'],
    ['converts IPv4-mapped IPv6 to IPv4', '::ffff:203.0.113.9', '::ffff:10.0.0.1', '203.0.113.9'],
    ['removes the port', '203.0.113.9:4711', '10.0.0.1', '203.0.113.9'],
    ['removes the port of IPv6', '[2001:db8::1]:4711', '10.0.0.1', '2001:db8::1'],
    ['normalizes IPv6', '2001:0DB8:0:0::0001', '10.0.0.1', '2001:db8::1'],
    ['supports IPv6 proxies', '203.0.113.9', '2001:db8:ffff::1', '203.0.113.9'],
    ['treats a single address as a network', '203.0.113.9', '192.0.2.1', '203.0.113.9'],
    ['does not trust the next address', '203.0.113.9', '192.0.2.2', '192.0.2.2'],
    ['stops at an invalid entry', '1.2.3.4, garbage, 10.2.2.2', '10.0.0.1', '10.2.2.2'],
    ['stops at an invalid last entry', '1.2.3.4, garbage', '10.0.0.1', '10.0.0.1'],
    ['ignores an empty header', '', '10.0.0.1', '10.0.0.1'],
    ['rejects old notations of IPv4', '0x7f.1', '10.0.0.1', '10.0.0.1'],
    ['rejects IPv4 as an integer', '2130706433', '10.0.0.1', '10.0.0.1'],
    ['rejects host names', 'localhost', '10.0.0.1', '10.0.0.1'],
    ['rejects IPv6 zones', 'fe80::1%eth0', '10.0.0.1', '10.0.0.1'],
  ]
  for (const [what, header, socket, expected] of cases) {
    it(what, () => expect(clientAddress(socket, header, proxies)).to.equal(expected))
  }

  it('trusts no proxy by default', () => {
    expect(clientAddress('127.0.0.1', '1.2.3.4', nobody)).to.equal('127.0.0.1')
  })

  it('returns 0.0.0.0 for a closed socket', () => {
    expect(clientAddress(undefined, '1.2.3.4', proxies)).to.equal('0.0.0.0')
  })
})
