import { once } from 'node:events'
import { ExecutionResult } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { webhookToken } from './fixtures.ts'
import { executed, readExecution } from './read-execution.ts'
import { useGateway } from './running-gateway.ts'

const codeHost = `/webhooks/300/${webhookToken}/code-host`

describe('GET /metrics', () => {
  const gateway = useGateway()
  const post = (path: string) => gateway().call('POST', path, { token: null, body: '{}' })
  const answerWith = (label: string, ignoredEvent?: string) => {
    gateway().stubs.webhooks.execute = async (messages) => {
      await readExecution(messages)
      if (label.startsWith('rejected')) throw new ServiceError('UNKNOWN_WEBHOOK')
      const result = label === 'ignored' ? ExecutionResult.IGNORED : ExecutionResult.RENDERED
      return executed(result, { ignoredEvent })
    }
  }

  it('counts executions by result, without text of the sender', async () => {
    for (const [label, event] of [
      ['rendered'],
      ['ignored', 'evil"event'],
      ['ignored', 'star.deleted'],
      ['rejected:UNKNOWN_WEBHOOK'],
    ] as const) {
      const before = await counts()
      answerWith(label, event)
      await post(codeHost)
      expect((await counts()).get(label)).to.equal((before.get(label) ?? 0) + 1)
    }
    expect([...(await counts()).keys()].join()).not.to.contain('evil')
  })

  it('counts rejected executions, but neither accepted nor rejected dry runs', async () => {
    const before = await counts()
    await post(`${codeHost}?wait=maybe`)
    answerWith('rendered')
    await post(`${codeHost}?dry_run=true`)
    await post(`${codeHost}?dry_run=true&wait=maybe`)
    answerWith('rejected')
    await post(`${codeHost}?dry_run=true`)
    const after = await counts()
    const rejected = 'rejected:INVALID_FORM_BODY'
    expect(after.get(rejected)).to.equal((before.get(rejected) ?? 0) + 1)
    for (const result of ['rendered', 'rejected:UNKNOWN_WEBHOOK'])
      expect(after.get(result)).to.equal(before.get(result))
  })

  it('counts executions whose sender disconnected apart from rejected ones', async () => {
    const before = await counts()
    const received = Promise.withResolvers<void>()
    gateway().stubs.webhooks.execute = async (messages, call) => {
      await readExecution(messages)
      received.resolve()
      await once(call.signal, 'abort')
      return executed(ExecutionResult.RENDERED)
    }
    const sender = new AbortController()
    const url = `${gateway().url}${codeHost}`
    const sent = fetch(url, { method: 'POST', body: '{}', signal: sender.signal }).catch(() => null)
    await received.promise
    sender.abort()
    await sent
    const isCounted = async () =>
      (await counts()).get('disconnected') === (before.get('disconnected') ?? 0) + 1
    await until(isCounted)
    expect((await counts()).get('rejected:SERVICE_UNAVAILABLE')).to.equal(
      before.get('rejected:SERVICE_UNAVAILABLE'),
    )
  })

  /** The counts of the code-host format, by result. Other tests of this process count too. */
  async function counts(): Promise<Map<string, number>> {
    const text = await (await fetch(`http://${gateway().opsAddress}/metrics`)).text()
    const lines = text.matchAll(/^gatehouse_executions_total\{format="code-host",result="(.*)"\} (\d+)$/gm)
    return new Map([...lines].map(([, result = '', count]) => [result, Number(count)]))
  }
})
