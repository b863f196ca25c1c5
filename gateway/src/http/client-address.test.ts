import { expect } from 'chai'
import { clientAddress, trustedProxies } from './client-address.ts'

const proxies = trustedProxies(['10.0.0.0/8', '2001:db8:ffff::/48', '192.0.2.1'])
const nobody = trustedProxies([])

describe('the client address', () => {
  const cases: [string, string | undefined, string, string][] = [
    ['a stranger is not believed', '1.2.3.4', '203.0.113.9', '203.0.113.9'],
    ['our proxy is believed', '203.0.113.9', '10.0.0.1', '203.0.113.9'],
    [
      'only the last hop before our proxies is believed',
      '6.6.6.6, 203.0.113.9, 10.2.2.2',
      '10.0.0.1',
      '203.0.113.9',
    ],
    ['a chain of ours alone ends at its first', '10.3.3.3, 10.2.2.2', '10.0.0.1', '10.3.3.3'],
    ['without the header our proxy is the client', undefined, '10.0.0.1', '10.0.0.1'],
    ['mapped IPv6 is IPv4', '::ffff:203.0.113.9', '::ffff:10.0.0.1', '203.0.113.9'],
    ['ports are dropped', '203.0.113.9:4711', '10.0.0.1', '203.0.113.9'],
    ['ports of IPv6 are dropped', '[2001:db8::1]:4711', '10.0.0.1', '2001:db8::1'],
    ['IPv6 has one spelling', '2001:0DB8:0:0::0001', '10.0.0.1', '2001:db8::1'],
    ['IPv6 proxies work too', '203.0.113.9', '2001:db8:ffff::1', '203.0.113.9'],
    ['a single address is a network of one', '203.0.113.9', '192.0.2.1', '203.0.113.9'],
    ['and not of its neighbour', '203.0.113.9', '192.0.2.2', '192.0.2.2'],
    ['garbage ends the walk', '1.2.3.4, garbage, 10.2.2.2', '10.0.0.1', '10.2.2.2'],
    ['garbage at the end as well', '1.2.3.4, garbage', '10.0.0.1', '10.0.0.1'],
    ['an empty header tells nothing', '', '10.0.0.1', '10.0.0.1'],
    ['old spellings of IPv4 are garbage', '0x7f.1', '10.0.0.1', '10.0.0.1'],
    ['so are whole numbers', '2130706433', '10.0.0.1', '10.0.0.1'],
    ['and names', 'localhost', '10.0.0.1', '10.0.0.1'],
    ['and zones', 'fe80::1%eth0', '10.0.0.1', '10.0.0.1'],
  ]
  for (const [what, header, socket, expected] of cases) {
    it(what, () => expect(clientAddress(socket, header, proxies)).to.equal(expected))
  }

  it('trusts nobody unless told to', () => {
    expect(clientAddress('127.0.0.1', '1.2.3.4', nobody)).to.equal('127.0.0.1')
  })

  it('survives a socket that is gone', () => {
    expect(clientAddress(undefined, '1.2.3.4', proxies)).to.equal('0.0.0.0')
  })
})
