import { setTimeout as pause } from 'node:timers/promises'
import { hasCode } from '@gatehouse/service-kit/errors/service-error'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import type { SessionReplica } from './session-services.ts'

type TestAccount = Awaited<ReturnType<SessionReplica['signIn']>>

const lanes = 8

/**
 * Creates and ends sessions in a loop, and records which must be live, which must not, and how many calls failed.
 * Sessions whose call failed may be either.
 */
export function startTraffic(replicas: SessionReplica[]) {
  const live = new Map<string, TestAccount>()
  const ended = new Map<string, TestAccount>()
  const rejections: unknown[] = []
  let isOn = true

  const lane = async (number: number) => {
    for (let count = 0; isOn; count += 1) {
      const replica = replicas[(number + count) % replicas.length] as SessionReplica
      try {
        const person = await replica.signIn()
        live.set(person.token, person)
        if (count % 2 === 0) {
          live.delete(person.token)
          await replica.client.revokeToken(person)
          ended.set(person.token, person)
        }
      } catch (error) {
        rejections.push(error)
      }
      await pause(20)
    }
  }
  const running = Array.from({ length: lanes }, (_, number) => lane(number))
  const answered = () => live.size + ended.size

  return {
    rejections,
    /** Resolves after this many more answers. */
    async responses(more: number): Promise<void> {
      const wanted = answered() + more
      await until(() => answered() >= wanted)
    },
    async stop(): Promise<void> {
      isOn = false
      await Promise.all(running)
    },

    /** Fails if an answered session is gone, or an ended one is back. */
    async assertKept({ client }: SessionReplica): Promise<void> {
      const isLive = async (person: TestAccount): Promise<boolean> => {
        try {
          await client.verify(person)
          return true
        } catch (error) {
          if (hasCode(error, 'UNAUTHORIZED')) return false
          // The client may be connecting to the new master.
          await pause(100)
          return isLive(person)
        }
      }
      const lost = await without([...live.values()], isLive)
      const back = await without([...ended.values()], async (person) => !(await isLive(person)))
      expect(lost, 'answered, yet gone').to.deep.equal([])
      expect(back, 'ended, yet back').to.deep.equal([])
      expect(Math.min(live.size, ended.size), 'both kinds of traffic').to.be.above(20)
    },
  }
}

async function without(
  people: TestAccount[],
  isFine: (person: TestAccount) => Promise<boolean>,
): Promise<TestAccount[]> {
  const fine = await Promise.all(people.map(isFine))
  return people.filter((_, index) => !fine[index])
}
