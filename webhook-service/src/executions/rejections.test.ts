import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { logLines } from '@gatehouse/service-kit/testing/log-lines'
import { expect } from 'chai'
import type { Webhook } from '../webhooks/webhook.ts'
import { countRejection, resetRejections } from './rejections.ts'

const away = async () => {
  throw new Error('the store is unavailable')
}
const ctx = {
  settings: { change: away, countRejection: away, resetRejections: away, disable: away },
  clock: { now: () => 0 },
}
// The functions use no other field of a webhook.
const webhook = { id: '7', rejections: 3 } as Webhook

describe('the count of rejected executions while the store is unavailable', () => {
  it('does not affect an accepted execution', async () => {
    const { log, lines } = logLines()
    await resetRejections(ctx, webhook, log)
    expect(lines.map(({ webhook_id }) => webhook_id)).to.deep.equal(['7'])
  })

  it('does not hide the error of a rejected execution', async () => {
    const { log, lines } = logLines()
    await countRejection(ctx, webhook, new ServiceError('MALFORMED_JSON'), log)
    expect(lines.map(({ webhook_id }) => webhook_id)).to.deep.equal(['7'])
  })

  it('is not written without a previous rejection, nor for errors other than 400 and 401', async () => {
    const { log, lines } = logLines()
    await resetRejections(ctx, { ...webhook, rejections: 0 }, log)
    await countRejection(ctx, webhook, new ServiceError('PAYLOAD_TOO_LARGE'), log)
    await countRejection(ctx, webhook, new Error('our mistake'), log)
    expect(lines).to.deep.equal([])
  })
})
