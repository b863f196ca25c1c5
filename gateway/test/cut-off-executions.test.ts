import { connect } from 'node:net'
import { ExecutionResult } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { expect } from 'chai'
import { webhookToken } from './fixtures.ts'
import { openClient, sendRaw } from './raw-http.ts'
import { executed, readExecution as read } from './read-execution.ts'
import { useGateway } from './running-gateway.ts'

const codeHost = `/webhooks/300/${webhookToken}/code-host`
const chatCompat = `/webhooks/300/${webhookToken}/chat-compat`

describe('an execution that ends early', () => {
  const gateway = useGateway()
  const post = (path: string, body: Buffer) => gateway().call('POST', path, { token: null, body })

  it('rejects a wrong token while the body is arriving', async () => {
    gateway().stubs.webhooks.execute = async (messages) => {
      for await (const _ of messages) break
      throw new ServiceError('UNKNOWN_WEBHOOK')
    }
    // A gateway that waits for the whole body responds with 408.
    const head = `POST ${codeHost} HTTP/1.1\r\nHost: a\r\nContent-Length: 20000000\r\n\r\n`
    const response = await sendRaw(gateway().url, head, Buffer.alloc(100_000))
    expect([response.status, JSON.parse(response.body).code]).to.deep.equal([404, 'UNKNOWN_WEBHOOK'])
    expect(response.headers.get('connection')).to.equal('close')
  })

  it('limits the body size of each format', async () => {
    const chat = await post(chatCompat, Buffer.alloc(256 * 1024 + 1))
    expect([chat.status, chat.text]).to.deep.equal([413, 'payload_too_large'])
    const announced = await sendRaw(
      gateway().url,
      `POST ${codeHost} HTTP/1.1\r\nHost: a\r\nContent-Length: ${25 * 1024 * 1024 + 1}\r\n\r\n`,
    )
    expect(JSON.parse(announced.body)).to.deep.include({ code: 'PAYLOAD_TOO_LARGE', limit: 25 * 1024 * 1024 })
    expect(gateway().stubs.received).to.deep.equal([])
  })

  it('cancels the call if a chunked body exceeds the limit', async () => {
    const ended = Promise.withResolvers<string>()
    gateway().stubs.webhooks.execute = async (messages) => {
      await read(messages).then(
        () => ended.resolve('whole'),
        () => ended.resolve('cancelled'),
      )
      throw new ServiceError('INVALID_PAYLOAD')
    }
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    const head = `POST ${chatCompat} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`
    const response = await sendRaw(gateway().url, head, ...Array<string>(6).fill(chunk), '0\r\n\r\n')
    expect([response.status, response.body]).to.deep.equal([413, 'payload_too_large'])
    expect(await ended.promise).to.equal('cancelled')
  })

  it('joins small chunks, and cancels the call if there are too many', async () => {
    const ended = Promise.withResolvers<string>()
    const begun = Promise.withResolvers<void>()
    let messages = 0
    gateway().stubs.webhooks.execute = async (parts) => {
      begun.resolve()
      async function* counted() {
        for await (const part of parts) {
          messages += 1
          yield part
        }
      }
      await read(counted()).then(
        () => ended.resolve('whole'),
        () => ended.resolve('cancelled'),
      )
      throw new ServiceError('INVALID_PAYLOAD')
    }
    const head = `POST ${chatCompat} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`
    const client = await openClient(gateway().url)
    client.write(head)
    // A call that is cancelled at once may never reach the service.
    await begun.promise
    client.write('1\r\nx\r\n'.repeat(200_000))
    const response = await client.response()
    expect([response.status, response.body]).to.deep.equal([400, 'invalid_payload'])
    expect(await ended.promise).to.equal('cancelled')
    expect(messages).to.be.at.most(50)
  })

  it('cancels the call if the sender disconnects', async () => {
    const ended = Promise.withResolvers<string>()
    const begun = Promise.withResolvers<void>()
    gateway().stubs.webhooks.execute = async (messages) => {
      async function* noticed() {
        for await (const message of messages) {
          begun.resolve()
          yield message
        }
      }
      await read(noticed()).then(
        () => ended.resolve('whole'),
        () => ended.resolve('cancelled'),
      )
      throw new ServiceError('INVALID_PAYLOAD')
    }
    const socket = connect(Number(new URL(gateway().url).port), '127.0.0.1')
    socket.write(`POST ${codeHost} HTTP/1.1\r\nHost: a\r\nContent-Length: 70000\r\n\r\n{`)
    await begun.promise
    socket.destroy()
    expect(await ended.promise).to.equal('cancelled')
  })
})

describe('executing a webhook with a slow body', () => {
  const gateway = useGateway({}, { bodyTimeoutMs: 300 })

  it('returns 408 after the body timeout', async () => {
    gateway().stubs.webhooks.execute = async (messages) => {
      await read(messages)
      return executed(ExecutionResult.RENDERED)
    }
    const head = `POST ${codeHost} HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n{`
    const response = await sendRaw(gateway().url, head)
    expect([response.status, response.headers.get('x-webhook-result')]).to.deep.equal([
      408,
      'rejected:REQUEST_TIMEOUT',
    ])
  })
})

describe('executing a webhook while webhook-service does not respond', () => {
  const gateway = useGateway({}, { bodyTimeoutMs: 600_000, deadlines: { executionMs: 100 } })

  it('returns 504 after the deadline, counted from the end of the body', async () => {
    gateway().stubs.webhooks.execute = () => new Promise(() => {})
    const response = await gateway().call('POST', codeHost, { token: null, body: '{}' })
    expect([response.status, response.json.code]).to.deep.equal([504, 'UPSTREAM_TIMEOUT'])
  })
})
