import { gzipSync } from 'node:zlib'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { expect } from 'chai'
import { codeHost, makeWebhook, posted, requestsOf, type Target } from './executing.ts'
import { startServiceProcess } from './service-process.ts'

const maxBodyBytes = 25 * 1024 * 1024
/** The memory limit of the pod, in MiB. */
const podLimit = 512

describe('the memory of webhook-service', () => {
  let service: Awaited<ReturnType<typeof startServiceProcess>>
  let webhooks: Target[]
  before(async () => {
    service = await startServiceProcess()
    webhooks = await Promise.all(Array.from({ length: 8 }, () => makeWebhook(service)))
  })
  after(() => service.close())

  /** Posts a body to all eight webhooks at once. Returns the codes of the answers. */
  const postToAll = (text: string) => {
    const body = gzipSync(text, { level: 1 })
    return Promise.all(
      webhooks.map((webhook) =>
        service.webhooks
          .execute(requestsOf({ webhook, body, contentEncoding: 'gzip', ...codeHost('push') }))
          .then(({ outcome }) => posted(outcome).result, codeOf),
      ),
    )
  }

  it('stays small while eight bodies with too many values are rejected', async () => {
    const responses = await postToAll(`[${'0,'.repeat(maxBodyBytes / 2 - 2)}0]`)
    expect(responses).to.deep.equal(Array.from({ length: 8 }, () => 'PAYLOAD_TOO_LARGE'))
    expect(service.peakMemory()).to.be.below(300)
  })

  it('stays within the limit of the pod while eight bodies are at every limit', async () => {
    const responses = await postToAll(`[${'12345678901234567890,'.repeat(999_990)}0]`.padEnd(maxBodyBytes))
    expect(responses).to.include('INVALID_FORM_BODY')
    expect(['INVALID_FORM_BODY', 'SERVICE_UNAVAILABLE']).to.include.members(responses)
    expect(service.peakMemory()).to.be.below(podLimit)
  })
})

function codeOf(error: unknown): string {
  return error instanceof ServiceError ? error.code : String(error)
}
