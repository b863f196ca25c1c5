import { expect } from 'chai'
import { useGateway } from './running-gateway.ts'

const origins = ['https://app.example', 'https://app.other.example']
const path = '/.well-known/webauthn'

describe('the related origins of passkeys', () => {
  const gateway = useGateway({ GATEHOUSE_WEBAUTHN_ORIGINS: origins.join() })

  it('are JSON in the form that browsers read', async () => {
    const { status, json, headers } = await gateway().call('GET', path, { token: null })
    expect([status, json]).to.deep.equal([200, { origins }])
    expect(headers.get('content-type')).to.equal('application/json')
  })
})

describe('the related origins of passkeys without the setting', () => {
  const gateway = useGateway({ GATEHOUSE_PUBLIC_URL: 'https://chat.example/api' })

  it('are the origin of the public URL', async () => {
    const { json } = await gateway().call('GET', path, { token: null })
    expect(json).to.deep.equal({ origins: ['https://chat.example'] })
  })
})
