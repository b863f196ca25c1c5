import { once } from 'node:events'
import { reflectedClient } from '@gatehouse/service-kit/testing/reflected-client'
import { expect } from 'chai'
import { type RunningService, signIn, startService } from './running-service.ts'

// What docs/sessions.md shows with grpcurl.
describe('session-service with a reflection client', () => {
  let service: RunningService
  before(async () => {
    service = await startService({ NODE_ENV: 'development' })
  })
  after(() => service.stop())

  it('verifies, watches and revokes sessions through reflection', async () => {
    const client = await reflectedClient(service.grpcAddress, 'gatehouse.sessions.v1.Sessions')
    const { token, accountId, idHash } = await signIn(service)
    const verified = await client.call('Verify', { token })
    expect(verified).to.have.nested.property('session.account_id', accountId)

    const watching = client.stream('WatchRevocations')
    watching.write({})
    watching.on('error', () => {})
    const received: object[] = []
    watching.on('data', (event: object) => received.push(event))
    while (!received.some((event) => 'started' in event && event.started)) await once(watching, 'data')
    expect(await client.call('RevokeAll', { account_id: accountId })).to.deep.equal({ revoked: 1 })
    const isReceived = () => JSON.stringify(received).includes(idHash)
    while (!isReceived()) await once(watching, 'data')
    watching.cancel()

    const rejected = await client.call('Verify', { token }).catch((error: unknown) => error)
    expect(rejected).to.have.property('code', 16)
    client.close()
  })
})
