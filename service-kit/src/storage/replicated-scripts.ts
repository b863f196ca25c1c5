import { Cluster } from 'ioredis'
import { unavailable } from '../errors/service-error.ts'
import type { RedisClient } from './redis.ts'
import type { Argument, Script } from './redis-script.ts'

export type ReplicatedScripts = ReturnType<typeof replicatedScripts>

const waitMs = 500

/**
 * Runs scripts so that `replicas` replicas have their effects before the answer, since a master may die right after it. Fails
 * with SERVICE_UNAVAILABLE when fewer confirm within 500 ms; the effects stand and may be asked for again. WAIT holds up the
 * connection it is sent over, so these scripts have one of their own; with 0 replicas nothing is waited for or opened.
 */
export function replicatedScripts({ redis, replicas }: { redis: RedisClient; replicas: number }) {
  const own = replicas > 0 ? duplicate(redis) : null
  // An error event without a listener would be printed for every try; the first client logs the same outage.
  own?.on('error', () => {})

  return {
    async run(script: Script, keys: string[], args: Argument[]): Promise<unknown> {
      if (!own) return script(redis, keys, args)
      try {
        return await runAndWait(own, replicas, script, keys, args)
      } catch (error) {
        // ioredis follows a redirection for a pipeline only when all of it was redirected, and WAIT never is.
        if (!(own instanceof Cluster) || !isRedirection(error)) throw error
        await new Promise((resolve) => own.refreshSlotsCache(resolve))
        return runAndWait(own, replicas, script, keys, args)
      }
    },
    close: () => own?.disconnect(),
  }
}

/** One pipeline, hence one connection: WAIT speaks of what was written over its own. */
async function runAndWait(
  redis: RedisClient,
  replicas: number,
  script: Script,
  keys: string[],
  args: Argument[],
): Promise<unknown> {
  const pipeline = redis.pipeline().eval(script.lua, keys.length, ...keys, ...args)
  const [effect, confirmed] = (await pipeline.wait(replicas, waitMs).exec()) ?? []
  const failure = effect?.[0] ?? confirmed?.[0]
  if (failure) throw failure
  if (!(Number(confirmed?.[1]) >= replicas)) {
    throw unavailable()
  }
  return effect?.[1]
}

function isRedirection(error: unknown): boolean {
  return error instanceof Error && /^(MOVED|ASK) /.test(error.message)
}

function duplicate(redis: RedisClient): RedisClient {
  // Two overloads apart, so not callable on the union.
  return redis instanceof Cluster ? redis.duplicate() : redis.duplicate()
}
