import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { openFaultStack } from './fault-stack.ts'

/** As long as a balancer needs to remove a gateway that became unready. */
const probedMs = 3000

describe('a balancer that sends requests to ready gateways only', () => {
  const stack = openFaultStack()

  for (const part of ['auth-service', 'session-service', 'redis']) {
    it(`continues executions without ${part}`, async () => {
      await stack.stack().kill(part)
      await sleep(probedMs)
      const ready = await fetch(`http://${stack.stack().ops.gateway}/health/ready`)
      expect(ready.status).to.equal(200)
      expect(await ready.json()).to.have.property('unavailable').that.is.not.empty
      expect((await stack.endpoints.execute()).status).to.equal(204)
      await stack.stack().restart(part)
      expect(await stack.recovered()).to.equal(true)
    })
  }
})
