import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { Logger } from '@gatehouse/service-kit/process/log'
import { newSecret } from '@gatehouse/service-kit/tokens/secret-token'
import { type HashingPool, type HashRequester, openHashingPool } from './hashing-pool.ts'
import { hashPassword } from './hashing-worker.ts'
import { canonicalPassword } from './password-policy.ts'
import { type Argon2Parameters, isCurrentHash, readStoredHash } from './stored-hash.ts'

type Options = { parameters: Argon2Parameters; hashingThreads: number; maxQueueMs: number; log: Logger }

export function openPasswords({ log, ...options }: Options) {
  const startedAt = performance.now()
  const dummyHash = newDummyHash(options.parameters)
  const expectedMs = performance.now() - startedAt
  const onThreadExit = (err: Error) => log.error({ err }, 'hashing thread exited; restarting it')
  const pool = openHashingPool({ ...options, expectedMs, onThreadExit })
  const { isReady, assertCapacity, metrics, close } = pool
  return { ...passwordHashes(pool, options.parameters, dummyHash), isReady, assertCapacity, metrics, close }
}

/** Hashes and verifies on a pool. Fails with SERVICE_UNAVAILABLE when its queue is full. */
export function passwordHashes(
  pool: Pick<HashingPool, 'run'>,
  parameters: Argon2Parameters,
  dummyHash = newDummyHash(parameters),
) {
  return {
    async hash(password: string, requester: HashRequester): Promise<string> {
      return String(await pool.run({ kind: 'hash', password: canonicalPassword(password) }, requester))
    },

    /**
     * Whether the password belongs to the hash. Without a hash the same work is done and the result is false,
     * so timing does not reveal whether there is an account. Guarded by "does the same argon2 work".
     */
    async matches(password: string, hash: string | null, requester: HashRequester): Promise<boolean> {
      const job = { kind: 'verify', password: canonicalPassword(password), hash: hash ?? dummyHash } as const
      return (await pool.run(job, requester)) === true && hash !== null
    },

    isCurrentHash: (hash: string): boolean => isCurrentHash(readStoredHash(hash), parameters),
  }
}

export function requesterOf(
  client: Client | undefined,
  { signal }: Pick<Call, 'signal'>,
  { isKnown }: Pick<HashRequester, 'isKnown'> = { isKnown: false },
): HashRequester {
  return { address: client?.address, isKnown, signal }
}

function newDummyHash(parameters: Argon2Parameters): string {
  return hashPassword(newSecret(), parameters)
}
