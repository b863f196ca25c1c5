import { pbkdf2Sync, randomBytes } from 'node:crypto'
import { compareTimes, type Kinds, postMs } from '../compare-times.ts'
import { disable, hashOf, parameters, password, people } from '../people.ts'
import type { Scenario, Target } from '../scenario.ts'

/** Each address takes its share of the tries, since a hundred wrong passwords in a row would close it. */
const addressesEach = 10

/**
 * The response time for unknown email addresses and for accounts that a client must not distinguish from them: one
 * client, all kinds in turn, in another order each round.
 */
export const loginTiming: Scenario = {
  name: 'login-timing',
  isOptIn: true,
  run: (target) =>
    compareTimes({
      what: 'rejected login',
      kindsOf: (run) => kindsOf(target, run),
      measureMs: (email) =>
        postMs(`${target.gateway}/auth/login`, { email, password: `not ${password}` }, 400),
    }),
}

/** The addresses of each kind; those of an earlier run have had their tries. */
async function kindsOf(target: Target, run: number): Promise<Kinds> {
  const make = (name: string, hash: string) =>
    people(target, `${name}-${run}`, Array(addressesEach).fill(hash))
  const disabled = await make('disabled', hashOf())
  await disable(target, disabled)
  return {
    unknown: Array.from({ length: addressesEach }, (_, index) => `unknown-${run}-${index}@gatehouse.test`),
    'wrong password': await make('wrong', hashOf()),
    'disabled account': disabled,
    'hash of old parameters': await make('old', hashOf({ ...parameters, memoryKib: 8192 })),
    'hash of another system': await make('foreign', foreignHash()),
  }
}

/** As Django made them for long; cheaper than ours. */
function foreignHash(): string {
  const [salt, iterations] = [randomBytes(9).toString('hex'), 20_000]
  const digest = pbkdf2Sync(password, salt, iterations, 32, 'sha256').toString('base64')
  return `pbkdf2_sha256$${iterations}$${salt}$${digest}`
}
