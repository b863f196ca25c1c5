import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { Logger } from '@gatehouse/service-kit/process/log'
import { newSecret } from '@gatehouse/service-kit/tokens/secret-token'
import { type HashingPool, type HashRequester, openHashingPool } from './hashing-pool.ts'
import { runHashJob } from './hashing-worker.ts'
import { canonicalPassword } from './password-policy.ts'
import { type Argon2Parameters, hasCost } from './stored-hash.ts'

type Options = { cost: Argon2Parameters; slots: number; maxQueueMs: number; log: Logger }

export function openPasswords({ cost, slots, maxQueueMs, log }: Options) {
  const startedAt = performance.now()
  const dummyHash = newDummyHash(cost)
  const expectedMs = performance.now() - startedAt
  const onThreadExit = (err: Error) => log.error({ err }, 'hashing thread exited; restarting it')
  const { memoryKib } = cost
  const pool = openHashingPool({ slots, maxQueueMs, expectedMs, memoryKib, onThreadExit })
  const { isReady, assertCapacity, metrics, close } = pool
  return { ...passwordHashes(pool, cost, dummyHash), isReady, assertCapacity, metrics, close }
}

/** Hashes and verifies on a pool. Fails with SERVICE_UNAVAILABLE when its queue is full. */
export function passwordHashes(
  pool: Pick<HashingPool, 'run'>,
  cost: Argon2Parameters,
  dummyHash = newDummyHash(cost),
) {
  return {
    async hash(password: string, requester: HashRequester): Promise<string> {
      return String(await pool.run({ kind: 'hash', password: canonicalPassword(password), cost }, requester))
    },

    /**
     * Whether the password belongs to the hash. Without a hash the same work is done and the result is false, so timing does not
     * reveal whether there is an account. Guarded by "does the same argon2 work".
     */
    async matches(password: string, hash: string | null, requester: HashRequester): Promise<boolean> {
      const job = {
        kind: 'verify',
        password: canonicalPassword(password),
        hash: hash ?? dummyHash,
        cost,
      } as const
      return (await pool.run(job, requester)) === true && hash !== null
    },

    isCurrent: (hash: string): boolean => hasCost(hash, cost),
  }
}

export function requesterOf(client: Client | undefined, { signal }: Pick<Call, 'signal'>): HashRequester {
  return { address: client?.address, signal }
}

function newDummyHash(cost: Argon2Parameters): string {
  return String(runHashJob({ kind: 'hash', password: newSecret(), cost }))
}
