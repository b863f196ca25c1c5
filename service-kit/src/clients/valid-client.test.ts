import { expect } from 'chai'
import { rejected } from '../../testing/rejected.ts'
import { validClient } from './valid-client.ts'

const clientAt = (address: string) => ({ address, userAgent: 'test', location: undefined })

describe('validClient', () => {
  for (const [address, expected] of [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:DB8:0::1', '2001:db8::1'],
  ] as const) {
    it(`accepts ${address}`, () => expect(validClient(clientAt(address))).to.deep.equal(clientAt(expected)))
  }

  for (const address of [
    '1',
    '0x7f.1',
    '192.0.2.7:80',
    '10.0.0.1, 10.0.0.2',
    'fe80::1%eth0',
    '192.0.2.0/24',
    'localhost',
  ]) {
    it(`rejects ${address}`, async () => {
      const { fields } = await rejected((async () => validClient(clientAt(address)))())
      expect(fields[0]).to.include({ path: 'client.address', code: 'INVALID_FORMAT' })
    })
  }

  it('rejects a missing client and a missing address', async () => {
    for (const [client, path] of [
      [undefined, 'client'],
      [clientAt(''), 'client.address'],
    ] as const) {
      const { fields } = await rejected((async () => validClient(client))())
      expect(fields[0]).to.include({ path, code: 'REQUIRED' })
    }
  })
})
