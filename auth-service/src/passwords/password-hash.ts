import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { Call } from '@gatehouse/service-kit/grpc/handle'
import type { Logger } from '@gatehouse/service-kit/process/log'
import { newSecret } from '@gatehouse/service-kit/tokens/secret-token'
import { doHashJob, type HashCost, hasCost } from './hash-job.ts'
import { type HashingPool, type HashRequester, openHashingPool } from './hashing-pool.ts'
import { canonicalPassword } from './password-policy.ts'

type Options = { cost: HashCost; slots: number; maxQueueMs: number; log: Logger }

/** Everything that is ever done with a password in clear. Opening costs one hash, which measures the machine. */
export function openPasswords({ cost, slots, maxQueueMs, log }: Options) {
  const startedAt = performance.now()
  const decoy = decoyHash(cost)
  const expectedMs = performance.now() - startedAt
  const onDeath = (err: Error) => log.error({ err }, 'a hashing thread died and is replaced')
  const { memoryKib } = cost
  const pool = openHashingPool({ slots, maxQueueMs, expectedMs, memoryKib, onDeath })
  const { isReady, assertCapacity, metrics, close } = pool
  return { ...passwordHashes(pool, cost, decoy), isReady, assertCapacity, metrics, close }
}

export type Passwords = ReturnType<typeof passwordHashes>

/** Making and checking password hashes on a pool. All fail with SERVICE_UNAVAILABLE when it is saturated. */
export function passwordHashes(pool: Pick<HashingPool, 'run'>, cost: HashCost, decoy = decoyHash(cost)) {
  return {
    async hash(password: string, requester: HashRequester): Promise<string> {
      return String(await pool.run({ kind: 'hash', password: canonicalPassword(password), cost }, requester))
    },

    /**
     * Whether a password is the one behind a hash. Without a hash it costs the same and is never right, so the time
     * it takes does not tell whether there is an account. Guarded by "does the same argon2 work".
     */
    async matches(password: string, hash: string | null, requester: HashRequester): Promise<boolean> {
      const job = {
        kind: 'verify',
        password: canonicalPassword(password),
        hash: hash ?? decoy,
        cost,
      } as const
      return (await pool.run(job, requester)) === true && hash !== null
    },

    /** Whether a hash was made with the parameters in force. */
    isCurrent: (hash: string): boolean => hasCost(hash, cost),
  }
}

/** Who asks: the client a call comes from, so that hashing is shared out among addresses. */
export function requesterOf(client: Client | undefined, { signal }: Pick<Call, 'signal'>): HashRequester {
  return { address: client?.address, signal }
}

/** A hash of the present cost that nobody knows the password of. */
function decoyHash(cost: HashCost): string {
  return String(doHashJob({ kind: 'hash', password: newSecret(), cost }))
}
