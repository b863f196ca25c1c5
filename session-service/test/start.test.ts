import { ClockService } from '@gatehouse/proto/gen/clock/v1/clock'
import { readSettings, SettingsError } from '@gatehouse/service-kit/process/settings'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { testClient } from '@gatehouse/service-kit/testing/test-client'
import { toDuration } from '@gatehouse/service-kit/time/duration'
import { sessionSettings } from '@gatehouse/session-service/config'
import { expect } from 'chai'
import { day, signIn, startService } from './running-service.ts'

describe('session-service as a process', () => {
  it('allows moving its clock with GATEHOUSE_TEST_CLOCK=1', async () => {
    const service = await startService({ GATEHOUSE_TEST_CLOCK: '1' })
    const control = testClient(ClockService, service.grpcAddress)
    const { token } = await signIn(service)
    await control.advance({ by: toDuration(30 * day) })
    expect((await rejected(service.client.verify({ token }))).code).to.equal('UNAUTHORIZED')
    control.close()
    await service.stop()
  })

  it('stores buffered uses with their own time before the clock is moved', async () => {
    const service = await startService({ GATEHOUSE_TEST_CLOCK: '1' })
    const replica = await service.startReplica()
    const control = testClient(ClockService, service.grpcAddress)
    const { token, accountId, idHash } = await signIn(service)
    service.clock.advance(29 * day)
    const usedAt = service.clock.now()
    await service.client.verify({ token })
    await control.advance({ by: toDuration(5 * day) })
    expect(await service.redis.hget(service.keyOf(accountId), idHash)).to.match(new RegExp(`^${usedAt} `))
    expect((await replica.client.verify({ token })).session?.idHash).to.equal(idHash)
    control.close()
    await replica.stop()
    await service.stop()
  })

  it('has no clock service otherwise', async () => {
    const service = await startService()
    const control = testClient(ClockService, service.grpcAddress)
    const { token } = await signIn(service)
    await rejected(control.advance({ by: toDuration(30 * day) }))
    expect((await service.client.verify({ token })).session?.idHash).to.be.a('string')
    control.close()
    await service.stop()
  })

  it('reports every invalid setting', () => {
    const env = {
      GATEHOUSE_REDIS_URL: 'nowhere',
      GATEHOUSE_SESSION_IDLE_SECONDS: '1d',
      GATEHOUSE_SESSION_ABSOLUTE_SECONDS: '-1',
      GATEHOUSE_SESSION_CAP: '0',
    }
    expect(() => readSettings(sessionSettings, env))
      .to.throw(SettingsError)
      .with.property('message')
      .match(new RegExp(Object.keys(env).join('[^]*')))
  })
})
