import { createServer, type Server } from 'node:http'
import { expect } from 'chai'
import { ProviderError } from './provider-error.ts'
import { providerNetwork } from './provider-network.ts'

const problemOf = (error: unknown) => (error instanceof ProviderError ? error.problem : error)

describe('requests to identity providers', () => {
  let server: Server
  let port = 0
  let requests = 0
  before(async () => {
    server = createServer((request, response) => {
      requests += 1
      if (request.url === '/redirect') response.writeHead(302, { location: 'http://localhost/target' })
      response.end(request.url === '/large' ? Buffer.alloc(1024 * 1024 + 1) : '{}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    port = typeof address === 'object' && address ? address.port : 0
  })
  after(() => server.close())
  beforeEach(() => {
    requests = 0
  })

  /** A DNS server that returns these addresses, one after the other. */
  function network(allowedHosts: string[], ...addresses: string[]) {
    const lookup = async () => {
      const address = addresses.length > 1 ? (addresses.shift() ?? '') : (addresses[0] ?? '')
      return [{ address, family: address.includes(':') ? 6 : 4 }]
    }
    return providerNetwork({ allowedHosts, lookup })
  }
  const failure = (url: string, ...addresses: string[]) =>
    network([], ...addresses)
      .fetch(url)
      .then(() => 'success', problemOf)

  it('never reach a host with a private address', async () => {
    for (const address of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:127.0.0.1', 'fd00::1'])
      expect(await failure(`https://idp.example:${port}`, address), address).to.equal('private-host')
    expect(requests).to.equal(0)
  })

  it('use the address that was checked when they connect, not an earlier one', async () => {
    const rebinding = network([], '93.184.216.34', '127.0.0.1')
    const url = `https://idp.example:${port}`
    expect(await rebinding.urlProblem(url)).to.equal(null)
    expect(await rebinding.fetch(url).catch(problemOf)).to.equal('private-host')
    expect(requests).to.equal(0)
  })

  it('reach hosts that the operator allows, over plain http too', async () => {
    const allowed = network(['idp.internal'], '127.0.0.1')
    expect((await allowed.fetch(`http://idp.internal:${port}/`)).status).to.equal(200)
    expect(await allowed.fetch(`http://other.internal:${port}/`).catch(problemOf)).to.equal('not-https')
    expect(requests).to.equal(1)
  })

  it('do not follow redirects', async () => {
    const response = await network(['idp.internal'], '127.0.0.1').fetch(
      `http://idp.internal:${port}/redirect`,
    )
    expect([response.status, requests]).to.deep.equal([302, 1])
  })

  it('read at most 1 MiB', async () => {
    const reading = network(['idp.internal'], '127.0.0.1').fetch(`http://idp.internal:${port}/large`)
    expect(await reading.catch(problemOf)).to.equal('too-large')
  })
})
