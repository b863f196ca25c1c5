import { z } from 'zod'
import type { Clock } from '../time/clock.ts'
import type { KeyRing } from '../tokens/key-ring.ts'
import { deleteIfEqual } from './delete-if-equal.ts'
import type { RedisClient } from './redis.ts'

type Options<T extends object> = {
  redis: RedisClient
  clock: Clock
  schema: z.ZodType<T>
  lifetimeMs: number
  /** Seals the stored value with its key as context. */
  keyRing?: KeyRing
}

/** `take` returns false if the value was taken or replaced meanwhile. */
export type FoundValue<T> = { value: T; take(): Promise<boolean> }

const expiring = z.object({ expiresAt: z.number() })

/** Values in Redis that are used once: of several calls of `take` at once, one gets the value. */
export function oneTimeValues<T extends object>({ redis, clock, schema, lifetimeMs, keyRing }: Options<T>) {
  function read(key: string, stored: string): T | null {
    const value: unknown = JSON.parse(keyRing ? keyRing.open(stored, key) : stored)
    return clock.now() < expiring.parse(value).expiresAt ? schema.parse(value) : null
  }

  return {
    /** Replaces a value of the same key. */
    async put(key: string, value: T): Promise<void> {
      const text = JSON.stringify({ ...value, expiresAt: clock.now() + lifetimeMs })
      // A minute more for clocks that differ.
      await redis.set(key, keyRing ? keyRing.seal(text, key) : text, 'PX', lifetimeMs + 60_000)
    },

    /** Null if unknown, expired or taken. */
    async find(key: string): Promise<FoundValue<T> | null> {
      const stored = await redis.get(key)
      const value = stored === null ? null : read(key, stored)
      if (stored === null || value === null) return null
      return { value, take: async () => (await deleteIfEqual(redis, [key], { value: stored })) === 1 }
    },

    /** Null if unknown, expired or taken. */
    async take(key: string): Promise<T | null> {
      const stored = await redis.getdel(key)
      return stored === null ? null : read(key, stored)
    },
  }
}
