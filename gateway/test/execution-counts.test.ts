import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { expect } from 'chai'
import { webhookToken } from './fixtures.ts'
import { readExecution } from './read-execution.ts'
import { useGateway } from './running-gateway.ts'

const codeHost = `/webhooks/300/${webhookToken}/code-host`

describe('GET /metrics', () => {
  const gateway = useGateway()
  const post = (path: string) => gateway().call('POST', path, { token: null, body: '{}' })
  const answerWith = (result: string) => {
    gateway().stubs.webhooks.execute = async (messages) => {
      await readExecution(messages)
      if (result.startsWith('rejected')) throw new ServiceError('UNKNOWN_WEBHOOK')
      return { result, rateLimit: undefined }
    }
  }

  it('counts executions by result, without text of the sender', async () => {
    for (const result of ['rendered', 'ignored:evil"event', 'ignored:star.deleted', 'rejected']) {
      const before = await counts()
      answerWith(result)
      await post(codeHost)
      const label = result === 'rejected' ? 'rejected:UNKNOWN_WEBHOOK' : (result.split(':')[0] ?? '')
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

  /** The counts of the code-host format, by result. Other tests of this process count too. */
  async function counts(): Promise<Map<string, number>> {
    const text = await (await fetch(`http://${gateway().opsAddress}/metrics`)).text()
    const lines = text.matchAll(/^gatehouse_executions_total\{format="code-host",result="(.*)"\} (\d+)$/gm)
    return new Map([...lines].map(([, result = '', count]) => [result, Number(count)]))
  }
})
