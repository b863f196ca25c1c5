import { compareTimes, type Kinds, postMs } from '../compare-times.ts'
import { disable, hashOf, people } from '../people.ts'
import type { Scenario, Target } from '../scenario.ts'

const addressesEach = 10

/** The response time of requests to reset a password, which must not reveal whether an account exists. Mails are sent meanwhile. */
export const forgotTiming: Scenario = {
  name: 'forgot-timing',
  isOptIn: true,
  run: (target) =>
    compareTimes({
      what: 'forgotten password',
      kindsOf: (run) => kindsOf(target, run),
      measureMs: (email) => postMs(`${target.gateway}/auth/forgot`, { email }, 204),
    }),
}

async function kindsOf(target: Target, run: number): Promise<Kinds> {
  const hashes = Array(addressesEach).fill(hashOf())
  const suspended = await people(target, `forgot-suspended-${run}`, hashes)
  await disable(target, suspended)
  return {
    unknown: Array.from(
      { length: addressesEach },
      (_, index) => `forgot-none-${run}-${index}@gatehouse.test`,
    ),
    known: await people(target, `forgot-known-${run}`, hashes),
    unverified: await people(target, `forgot-unverified-${run}`, hashes, { verified: false }),
    suspended,
  }
}
