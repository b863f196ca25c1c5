import { expect } from 'chai'
import { findFreePort } from './free-port.ts'

describe('findFreePort', () => {
  it('returns each port once, although nothing listens there yet', async () => {
    const ports = new Set<number>()
    for (let calls = 0; calls < 500; calls++) ports.add(await findFreePort())
    expect(ports.size).to.equal(500)
  })
})
