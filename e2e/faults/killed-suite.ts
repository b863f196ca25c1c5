import { setTimeout as pause } from 'node:timers/promises'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { type FaultStack, without } from './fault-stack.ts'

/** An execution needs no other process; away-suite.ts kills the others meanwhile. */
const victims = ['gateway', 'redis', 'mongodb']
const storing = ['webhook-service', 'webhook-service-2', 'redis', 'mongodb']
const lanes = 4
/** Longer than the lease of a killed process. */
const leaseMs = 120_000
/** The delivery log of a webhook keeps at least so many, whatever is trimmed. */
const keptInLog = 1000

export function killedSuite(stack: FaultStack): void {
  describe('executing webhooks while processes are killed', () => {
    it('stores and logs every answered execution exactly once and publishes it at least once', async () => {
      const sender = startSender()
      for (const victim of victims) {
        await sender.responses(20)
        await stack.stack().kill(victim)
        await stack.stack().restart(victim)
      }
      for (const replica of ['webhook-service', 'webhook-service-2']) {
        await stack.stack().kill(replica)
        // The other replica continues alone.
        await sender.responses(20)
        await stack.stack().restart(replica)
      }
      await Promise.all(storing.map((part) => stack.stack().kill(part)))
      await Promise.all(storing.map((part) => stack.stack().restart(part)))
      await sender.responses(20)
      const answered = await sender.stop()
      expect(answered.size).to.be.above(20 * victims.length)

      await stack.recovered()
      const readable = await stack.readable()
      expect(new Set(readable).size, 'no message twice').to.equal(readable.length)
      expect(without(answered, readable), 'answered, yet not readable').to.deep.equal([])

      const logged = await stack.logged()
      expect(new Set(logged).size, 'no delivery twice').to.equal(logged.length)
      expect(without(readable.slice(0, keptInLog), logged), 'readable, yet not logged').to.deep.equal([])

      await stack.advance(leaseMs)
      const assertPublished = async () =>
        expect(without(readable, await stack.published()), 'readable, yet not published').to.deep.equal([])
      await until(assertPublished, { everyMs: 200 })
    })

    /** Posts in a loop in several lanes, as code hosts do: never the same delivery twice, whatever the response. */
    function startSender() {
      const answered = new Set<string>()
      let isOn = true

      const lane = async (number: number) => {
        for (let count = 0; isOn; count += 1) {
          const id = `lane-${number}-${count}`
          const status = await stack.post(id).then(
            (said) => said.status,
            () => undefined,
          )
          if (status === 204) answered.add(id)
          // A gateway that is away refuses connections immediately; this must not become a busy loop.
          await pause(status === 204 ? 80 : 100)
        }
      }
      const running = Array.from({ length: lanes }, (_, number) => lane(number))

      return {
        /** Resolves after this many more answers. */
        async responses(more: number): Promise<void> {
          const wanted = answered.size + more
          await until(() => answered.size >= wanted, { show: () => `${answered.size} of ${wanted} answers` })
        },
        async stop(): Promise<Set<string>> {
          isOn = false
          await Promise.all(running)
          return answered
        },
      }
    }
  })
}
