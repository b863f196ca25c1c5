import { ClockService } from '@gatehouse/proto/gen/control/v1/clock'
import { connect } from '@gatehouse/service-kit/grpc/connect'
import { fakeClock } from '@gatehouse/service-kit/testing/fake-clock'
import { expect } from 'chai'
import { useGateway } from './running-gateway.ts'

describe('the test clock of the gateway', () => {
  const clock = fakeClock()
  const gateway = useGateway({ GATEHOUSE_TEST_CLOCK: '1', GATEHOUSE_LIMITS_SCALE: '1' }, { clock })

  it('moves the limits of the whole process', async () => {
    const suggest = () =>
      gateway().call('POST', '/auth/username-suggestions', { json: { global_name: 'Ann' } })
    for (let i = 0; i < 10; i++) await suggest()
    expect((await suggest()).status).to.equal(429)
    const control = connect(ClockService, gateway().grpcAddress ?? '')
    await control.advance({ milliseconds: '10000' })
    control.close()
    expect((await suggest()).status).to.equal(200)
  })
})

describe('a gateway without the test clock', () => {
  const gateway = useGateway()

  it('serves no gRPC at all', () => expect(gateway().grpcAddress).to.equal(null))

  it('keeps health off the public port', async () => {
    for (const path of ['/health/live', '/health/ready', '/metrics']) {
      expect((await gateway().call('GET', path)).status).to.equal(404)
    }
    expect((await fetch(`http://${gateway().opsAddress}/health/live`)).status).to.equal(200)
  })
})

describe('a gateway that is told to stop', () => {
  const gateway = useGateway()

  it('finishes what it has begun, and takes nothing new', async () => {
    const begun = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const { suggestUsernames } = gateway().stubs.auth
    gateway().stubs.auth.suggestUsernames = async (request, call) => {
      begun.resolve()
      await goOn.promise
      return suggestUsernames(request, call)
    }
    const answer = gateway().call('POST', '/auth/username-suggestions', { json: { global_name: 'Ann' } })
    await begun.promise
    const closed = gateway().close()
    const refused = await gateway()
      .call('GET', '/openapi.json')
      .catch((error: Error) => error)
    expect(refused).to.be.an('error')
    goOn.resolve()
    const { status, headers } = await answer
    expect([status, headers.get('connection')]).to.deep.equal([200, 'close'])
    await closed
  })
})
