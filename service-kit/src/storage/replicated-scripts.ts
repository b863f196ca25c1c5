import { Cluster, type Redis } from 'ioredis'
import { unavailable } from '../errors/service-error.ts'
import { observeRedis } from './observe-redis.ts'
import type { RedisClient } from './redis.ts'
import { onMaster } from './redis-masters.ts'
import type { Script, ScriptArgs } from './redis-script.ts'

export type ReplicatedScripts = ReturnType<typeof replicatedScripts>

const waitMs = 500

/**
 * Waits until replicas confirm the effects, since a master may die right after its reply. Throws
 * SERVICE_UNAVAILABLE if fewer confirm within 500 ms; the effects stay, so a retry must be harmless.
 */
export function replicatedScripts({ redis, replicas }: { redis: RedisClient; replicas: number }) {
  const own = replicas > 0 ? duplicate(redis) : null
  if (own) {
    // Without a listener, ioredis prints every error event; the first client logs the same outage.
    own.on('error', () => {})
    observeRedis(own)
  }

  return {
    replicas,
    async run<Args extends ScriptArgs, Reply>(
      script: Script<Args, Reply>,
      keys: string[],
      args: Args,
    ): Promise<Reply> {
      if (!own) return script(redis, keys, args)
      const evaluated: EvalArguments = [script.lua, keys.length, ...keys, script.encode(args)]
      return script.parse(
        await onMaster(own, keys[0] ?? '', (master) => evalAndWait(master, replicas, evaluated)),
      )
    },
    close: () => own?.disconnect(),
  }
}

type EvalArguments = [lua: string, keyCount: number, ...keysAndArgs: string[]]

/** One pipeline is one connection: WAIT counts the writes of its own connection only. */
async function evalAndWait(master: Redis, replicas: number, evaluated: EvalArguments): Promise<unknown> {
  const [effect, confirmed] =
    (await master
      .pipeline()
      .eval(...evaluated)
      .wait(replicas, waitMs)
      .exec()) ?? []
  const failure = effect?.[0] ?? confirmed?.[0]
  if (failure) throw failure
  const count = Number(confirmed?.[1])
  if (!(count >= replicas))
    throw unavailable(`${count} of ${replicas} replicas confirmed within ${waitMs} ms`)
  return effect?.[1]
}

function duplicate(redis: RedisClient): RedisClient {
  // `duplicate` has different overloads in the two classes, so it is not callable on their union.
  return redis instanceof Cluster ? redis.duplicate() : redis.duplicate()
}
