import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { getRequest, lines, sendAndIgnore } from './hostile-client.ts'
import { metricOf } from './metrics.ts'
import { sendRaw } from './raw-http.ts'
import { useGateway } from './running-gateway.ts'

describe('pipelined requests', () => {
  const gateway = useGateway()
  const statuses = (text: string) => text.match(/HTTP\/1\.1 \d+/g)?.map((status) => Number(status.slice(9)))
  const suggest = (name: string, ...headers: string[]) => {
    const body = JSON.stringify({ global_name: name })
    const head = ['POST /auth/username-suggestions HTTP/1.1', 'Host: a', 'Content-Type: application/json']
    return lines(...head, `Content-Length: ${body.length}`, ...headers) + body
  }

  it('are read completely, also if a body arrives in many chunks behind a slow request', async () => {
    const { suggestUsernames } = gateway().stubs.auth
    let running = 0
    gateway().stubs.auth.suggestUsernames = async (request, call) => {
      running += 1
      expect(running).to.equal(1)
      await new Promise((resolve) => setTimeout(resolve, 50))
      running -= 1
      return suggestUsernames(request, call)
    }
    const parts = ['Ann', 'x'.repeat(60_000), 'Ben'].map((name) => suggest(name))
    const { text } = await sendRaw(gateway().url, ...parts, suggest('Eve', 'Connection: close'))
    expect(statuses(text)).to.deep.equal([200, 400, 200, 200])
  })

  it('receive 100 Continue when they are next', async () => {
    const parts = [getRequest('/nowhere'), suggest('Ann', 'Expect: 100-continue', 'Connection: close')]
    const { text } = await sendRaw(gateway().url, ...parts)
    expect(statuses(text)).to.deep.equal([404, 100, 200])
  })

  it('are dropped after a response that closes the connection', async () => {
    const closing = getRequest('/nowhere', 'Connection: close')
    const { text } = await sendRaw(gateway().url, closing + getRequest('/nowhere').repeat(3))
    expect(statuses(text)).to.deep.equal([404])
  })

  it('are dropped if the client disconnects', async () => {
    const begun = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    gateway().stubs.auth.suggestUsernames = async () => {
      begun.resolve()
      await ended.promise
      return { suggestions: [] }
    }
    const before = gateway().stubs.received.length
    const { socket } = await sendAndIgnore(gateway().url, suggest('Ann').repeat(5))
    await begun.promise
    socket.resetAndDestroy()
    ended.resolve()
    const metric = (name: string) => metricOf(gateway().opsAddress, name)
    await until(async () => (await metric('gatehouse_http_connections')) === 0)
    expect(await metric('gatehouse_http_requests_in_flight')).to.equal(0)
    expect(gateway().stubs.received.length - before).to.be.at.most(2)
  })

  it('are answered to a client that has half-closed its connection', async () => {
    const { socket } = await sendAndIgnore(gateway().url, getRequest('/openapi.json'))
    socket.end()
    const received: Buffer[] = []
    socket.on('data', (chunk: Buffer) => received.push(chunk))
    await until(() => socket.destroyed)
    expect(statuses(Buffer.concat(received).toString())).to.deep.equal([200])
  })
})
