import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { openDevStack } from './dev-stack.ts'

const kibibyte = 1024

describe('an upload that is aborted', () => {
  // The least that is allowed: 256 KiB for one webhook.
  const stack = openDevStack({ settings: { GATEHOUSE_SMALL_BODY_BYTES_IN_FLIGHT: String(2048 * kibibyte) } })

  /** Sends the head and a part of a body, and keeps the connection open. */
  async function beginUpload(path: string, bytes: number): Promise<Socket> {
    const { hostname, port } = new URL(stack.network().urls.gateway)
    const socket = connect(Number(port), hostname)
    await once(socket.resume(), 'connect')
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nX-GitHub-Event: push\r\nContent-Length: ${bytes * 2}\r\n\r\n`,
    )
    socket.write(' '.repeat(bytes))
    return socket
  }

  it('releases its bytes to the budget of the webhook', async () => {
    const ann = await stack.register('ann')
    const { id, token } = await stack.createWebhook(await stack.createGuildChannel(ann))
    const path = `/v1/webhooks/${id}/${token}/code-host`
    const post = async () => {
      const response = await fetch(new URL(path, stack.network().urls.gateway), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-github-event': 'ping' },
        body: JSON.stringify({ zen: 'x'.repeat(100 * kibibyte) }),
      })
      return response.status
    }
    const upload = await beginUpload(path, 200 * kibibyte)
    try {
      await until(async () => {
        const { 'webhook-service': metrics } = await stack.network().metrics()
        return metrics.includes(`gatehouse_body_bytes_in_flight{budget="small"} ${200 * kibibyte}\n`)
      })
      expect(await post()).to.equal(503)
    } finally {
      upload.destroy()
    }
    await until(async () => (await post()) === 204)
  })
})
