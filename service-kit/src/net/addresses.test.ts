import { expect } from 'chai'
import { grpcTarget } from './addresses.ts'

describe('grpcTarget', () => {
  it('returns one name or address unchanged', () => {
    for (const address of ['auth-service:50051', '127.0.0.1:1', '[::1]:1'])
      expect(grpcTarget(address)).to.equal(address)
  })

  it('takes several IP addresses of one family', () => {
    expect(grpcTarget('10.0.0.1:1,10.0.0.2:1')).to.equal('ipv4:10.0.0.1:1,10.0.0.2:1')
    expect(grpcTarget('[::1]:1,[::2]:2')).to.equal('ipv6:[::1]:1,[::2]:2')
  })

  it('rejects several names and lists of both families', () => {
    for (const addresses of ['a:1,b:1', 'a:1,127.0.0.1:1', '127.0.0.1:1,[::1]:1'])
      expect(grpcTarget(addresses), addresses).to.equal(null)
  })
})
