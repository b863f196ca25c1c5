import { expect } from 'chai'
import { counter } from '../metrics/metric.ts'
import { type OpsServer, openOpsServer } from './ops-server.ts'
import type { ReadyChecks } from './ready-checks.ts'

describe('openOpsServer', () => {
  let server: OpsServer
  const open = async (checks: ReadyChecks) => {
    server = await openOpsServer({ listen: '127.0.0.1:0', checks })
  }
  const get = async (path: string, method = 'GET') => {
    const response = await fetch(`http://${server.address}${path}`, { method })
    return { status: response.status, body: await response.json() }
  }
  afterEach(() => server.close())

  it('is live and ready if every check passes', async () => {
    await open({ mongodb: () => true, redis: async () => true })
    expect(await get('/health/live')).to.deep.equal({ status: 200, body: { status: 'live' } })
    expect(await get('/health/ready')).to.deep.equal({ status: 200, body: { status: 'ready' } })
  })

  it('names the checks that fail, throw or time out', async () => {
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

  it('has a metric of each check', async () => {
    await open({ mongodb: () => false, redis: () => true })
    server.markDraining()
    const text = await (await fetch(`http://${server.address}/metrics`)).text()
    expect(text.match(/^gatehouse_ready.*$/gm)).to.deep.equal([
      'gatehouse_ready{check="mongodb"} 0',
      'gatehouse_ready{check="redis"} 1',
      'gatehouse_ready{check="drain"} 0',
    ])
  })

  it('returns metrics in the text format of Prometheus', async () => {
    const served = counter({ name: 'served_total', help: 'What was served.', labelNames: ['kind'] })
    server = await openOpsServer({ listen: '127.0.0.1:0', checks: {}, metrics: [served] })
    served.inc({ kind: 'tea' })
    served.inc({ kind: 'tea' })
    served.inc({ kind: 'a "b"\n\\' })
    const response = await fetch(`http://${server.address}/metrics`)
    expect(response.headers.get('content-type')).to.equal('text/plain; version=0.0.4; charset=utf-8')
    const text = await response.text()
    expect(text).to.contain(
      '# HELP served_total What was served.\n# TYPE served_total counter\nserved_total{kind="tea"} 2\n',
    )
    expect(text).to.contain('served_total{kind="a \\"b\\"\\n\\\\"} 1\n')
    expect(text).to.match(/^process_resident_memory_bytes \d+$/m)
    for (const line of text.split('\n').filter((each) => each !== ''))
      expect(line).to.match(/^(# (HELP|TYPE) \w+ .+|\w+(\{(\w+="([^"\\]|\\.)*",?)+\})? ([\d.e+-]+|Nan))$/)
  })

  it('rejects other paths and methods', async () => {
    await open({})
    expect((await get('/')).status).to.equal(404)
    expect((await get('/health/ready', 'POST')).status).to.equal(405)
  })

  it('fails if the port is in use', async () => {
    await open({})
    const error = await openOpsServer({ listen: server.address, checks: {} }).catch((cause: unknown) => cause)
    expect(error).to.have.property('code', 'EADDRINUSE')
  })
})
