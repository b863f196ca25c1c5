import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import { signatureHeader, webhookUrl } from '../src/webhooks.ts'

describe('webhookUrl', () => {
  it('joins base URL, webhook and format', () => {
    const url = webhookUrl('https://chat.example/', { id: '7', token: 't' }, 'error-tracker')
    expect(url).to.equal('https://chat.example/webhooks/7/t/error-tracker')
  })
})

describe('signatureHeader', () => {
  const body = '{"zen":"Grüße"}'
  const hex = createHmac('sha256', 'a shared secret').update(body).digest('hex')

  it('signs text and bytes as code hosts do', async () => {
    const expected = { 'X-Hub-Signature-256': `sha256=${hex}` }
    expect(await signatureHeader('code-host', 'a shared secret', body)).to.deep.equal(expected)
    const bytes = new TextEncoder().encode(body)
    expect(await signatureHeader('code-host', 'a shared secret', bytes)).to.deep.equal(expected)
  })

  it('signs as error trackers do', async () => {
    const header = await signatureHeader('error-tracker', 'a shared secret', body)
    expect(header).to.deep.equal({ 'Sentry-Hook-Signature': hex })
  })
})
