import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect } from 'chai'
import { rejection } from '../testing/rejection.ts'
import { findFreePort } from './free-port.ts'
import { assignPorts } from './ports.ts'

describe('assignPorts', () => {
  const fixed = { isAuto: false, chosen: {} }

  it('assigns the wanted ports, chosen ports in their place, or free ones', async () => {
    const [wanted, chosen] = [await findFreePort(), await findFreePort()]
    const names = { redis: wanted, mongodb: wanted, 'gateway-2.http': undefined }
    const ports = await assignPorts(names, { isAuto: false, chosen: { mongodb: chosen } })
    expect(ports).to.include({ redis: wanted, mongodb: chosen })
    expect(ports['gateway-2.http']).to.be.within(20_000, 32_000)
    const auto = await assignPorts(names, { isAuto: true, chosen: {} })
    expect(new Set(Object.values(auto))).to.have.property('size', 3)
  })

  it('names every port that is in use', async () => {
    const names = { redis: await findFreePort(), mongodb: await findFreePort() }
    const servers = Object.values(names).map((port) => createServer().listen(port, '127.0.0.1'))
    await Promise.all(servers.map((server) => once(server, 'listening')))
    const { message } = await rejection(assignPorts(names, fixed))
    for (const server of servers) server.close()
    expect(message).to.include(`Port ${names.redis} (redis) is in use`).and.include(`--ports mongodb=`)
    expect(message).to.include('--ports auto')
  })

  it('rejects one port for two names, and an unknown name', async () => {
    const port = await findFreePort()
    expect((await rejection(assignPorts({ redis: port, mongodb: port }, fixed))).message).to.include('in use')
    const unknown = { isAuto: false, chosen: { postgres: port } }
    expect((await rejection(assignPorts({ redis: port }, unknown))).message).to.include('no port postgres')
  })
})
