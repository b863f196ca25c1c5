import { expect } from 'chai'
import { byteShares } from './byte-shares.ts'

describe('byteShares', () => {
  const evicted: string[] = []
  let shares: ReturnType<typeof byteShares>
  beforeEach(() => {
    evicted.length = 0
    shares = byteShares({ total: 100, shares: [40, 60] })
  })
  const open = (client: string, network: string, name = client) =>
    shares.open([client, network], () => void evicted.push(name))
  const rejects = (add: () => void) => expect(add).to.throw().with.property('code', 'SERVICE_UNAVAILABLE')

  it('evicts the oldest reservation of a client beyond its share', () => {
    open('a', 'n', 'first').add(20)
    open('a', 'n', 'second').add(20)
    open('b', 'm').add(10)
    open('a', 'n', 'third').add(15)
    expect([evicted, shares.reserved()]).to.deep.equal([['first'], 45])
  })

  it('evicts the oldest reservation of a network beyond its share', () => {
    for (const client of ['a', 'b', 'c']) open(client, 'n').add(20)
    open('d', 'm').add(20)
    expect(evicted).to.deep.equal([])
    open('e', 'n').add(1)
    expect([evicted, shares.reserved()]).to.deep.equal([['a'], 61])
  })

  it('evicts beyond the total that of the client with the most bytes', () => {
    open('a', 'n1').add(10)
    for (const name of ['first', 'second']) open('b', 'n2', name).add(18)
    for (const client of ['c', 'd', 'e']) open(client, `n-${client}`).add(18)
    open('f', 'n3').add(5)
    expect([evicted, shares.reserved()]).to.deep.equal([['first'], 87])
  })

  it('rejects the bytes if the reservation itself is the oldest, and keeps the others', () => {
    const only = open('a', 'n')
    only.add(40)
    rejects(() => only.add(1))
    expect([evicted, shares.reserved()]).to.deep.equal([[], 40])
    open('b', 'm').add(40)
  })

  it('evicts no reservation without bytes', () => {
    const idle = open('a', 'n', 'idle')
    idle.add(30)
    idle.add(-30)
    open('a', 'n', 'first').add(30)
    open('a', 'n', 'second').add(30)
    expect([evicted, shares.reserved()]).to.deep.equal([['first'], 30])
  })

  it('never evicts what was kept, or cannot be evicted', () => {
    const kept = open('a', 'n')
    kept.add(40)
    kept.keep()
    rejects(() => open('a', 'n').add(1))
    shares.open(['c', 'm']).add(40)
    rejects(() => open('c', 'm').add(1))
    expect(evicted).to.deep.equal([])
  })

  it('releases the bytes of a reservation once', () => {
    {
      using reservation = open('a', 'n')
      reservation.add(30)
      reservation.add(-10)
      expect(shares.reserved()).to.equal(20)
    }
    const second = open('a', 'n', 'second')
    second.add(30)
    open('a', 'n').add(30)
    expect(evicted).to.deep.equal(['second'])
    second[Symbol.dispose]()
    expect(shares.reserved()).to.equal(30)
  })

  it('needs little time with thousands of reservations', () => {
    const many = byteShares({ total: 5000, shares: [100, 1000] })
    const gone: number[] = []
    for (let index = 0; index < 20_000; index += 1)
      many.open([`a${index % 500}`, `n${index % 50}`], () => gone.push(index)).add(10)
    expect([gone.length, many.reserved()]).to.deep.equal([19_500, 5000])
  })
})
