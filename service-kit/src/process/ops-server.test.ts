import { expect } from 'chai'
import { type OpsServer, openOpsServer, type ReadyChecks } from './ops-server.ts'

describe('ops server', () => {
  let server: OpsServer
  const open = async (checks: ReadyChecks) => {
    server = await openOpsServer({ listen: '127.0.0.1:0', checks })
  }
  const get = async (path: string, method = 'GET') => {
    const response = await fetch(`http://${server.address}${path}`, { method })
    return { status: response.status, body: await response.json() }
  }
  afterEach(() => server.close())

  it('is live and ready when every check passes', async () => {
    await open({ mongodb: () => true, redis: async () => true })
    expect(await get('/health/live')).to.deep.equal({ status: 200, body: { status: 'live' } })
    expect(await get('/health/ready')).to.deep.equal({ status: 200, body: { status: 'ready' } })
  })

  it('names the checks that fail, throw or hang', async () => {
    await open({
      mongodb: () => false,
      redis: () => Promise.reject(new Error('away')),
      worker: () => new Promise(() => {}),
      other: () => true,
    })
    expect(await get('/health/live')).to.have.property('status', 200)
    expect(await get('/health/ready')).to.deep.equal({
      status: 503,
      body: { status: 'unready', waiting_for: ['mongodb', 'redis', 'worker'] },
    })
  })

  it('is unready while draining', async () => {
    await open({})
    server.markDraining()
    expect(await get('/health/ready')).to.deep.equal({
      status: 503,
      body: { status: 'unready', waiting_for: ['drain'] },
    })
  })

  it('answers nothing else', async () => {
    await open({})
    expect((await get('/')).status).to.equal(404)
    expect((await get('/health/ready', 'POST')).status).to.equal(405)
  })

  it('fails to open on a port in use', async () => {
    await open({})
    const error = await openOpsServer({ listen: server.address, checks: {} }).catch((cause: unknown) => cause)
    expect(error).to.have.property('code', 'EADDRINUSE')
  })
})
